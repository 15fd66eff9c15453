"""The engine serves a notebook or a worker: it imports and answers where Streamlit is not installed."""

import subprocess
import sys

SCRIPT = """
import sys
sys.modules["streamlit"] = sys.modules["sklearn"] = None  # importing them fails as if they were missing
import bertviz_core
light = not {"torch", "transformers"} & set(sys.modules)
engine = bertviz_core.load_engine(sys.argv[1])
print(light, engine.attention("banco").weights.shape[0], len(engine.fill_mask("the ___").masks))
"""


def test_the_engine_answers_without_streamlit(checkpoint):
    command = [sys.executable, "-c", SCRIPT, str(checkpoint("bert"))]
    result = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert result.stdout.split() == ["True", "3", "1"], result.stderr
