"""The engine alone under Ray Serve: replicas that hold the weights, as many as there are questions for.

    pip install -r requirements.txt -r requirements-cluster.txt
    serve run --app-dir deploy/ray forward_passes:engine

Copies of the app find it with `BERTSCOPE_ENGINE_URL=http://HOST:8000`. Each replica batches the questions
that wait in it, as the engine does in the app. Variables of the environment, beside those of the app:
`ENGINE_REPLICAS` (2) and `ENGINE_MOST_REPLICAS` (8), `ENGINE_CPUS` of one replica (1).
"""

from __future__ import annotations

import os

from ray import serve

from bertviz_core.server.passes.app import passes_app
from bertviz_core.server.start_check import require_settings

require_settings()

FEWEST = int(os.environ.get("ENGINE_REPLICAS", "2"))
MOST = max(FEWEST, int(os.environ.get("ENGINE_MOST_REPLICAS", "8")))
CPUS = float(os.environ.get("ENGINE_CPUS", "1"))


@serve.deployment(
    # Six questions of 45 ms of a core take a quarter of a second: then another one is worth its start.
    autoscaling_config={
        "min_replicas": FEWEST,
        "max_replicas": MOST,
        "target_ongoing_requests": 6,
        "upscale_delay_s": 10,
        "downscale_delay_s": 300,
    },
    # As many as `server/passes` answers at once in one process; more wait at the proxy for another replica.
    max_ongoing_requests=16,
    health_check_period_s=2,
    health_check_timeout_s=10,
    graceful_shutdown_timeout_s=10,
    ray_actor_options={"num_cpus": CPUS},
)
@serve.ingress(lambda: passes_app())
class ForwardPasses:
    """One process with the weights of the models that it was asked about."""

    async def __init__(self) -> None:
        """Load the default model: until then the replica gets no questions."""
        from bertviz_core.server.api.engines import loaded_engine
        from bertviz_core.settings import get_settings

        await loaded_engine(get_settings().default_model)


engine = ForwardPasses.bind()
