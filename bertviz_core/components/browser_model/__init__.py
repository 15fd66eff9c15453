"""The bundled model inside the browser: answers while somebody types, on the visitor's own machine."""

from __future__ import annotations
