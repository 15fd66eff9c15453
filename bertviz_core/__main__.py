"""`python -m bertviz_core …`."""

from bertviz_core.cli import main

raise SystemExit(main())
