# BERT Scope as a server: docker build -t bertscope . && docker run -p 8501:8501 bertscope
FROM python:3.11-slim-bookworm

# An address of CPU builds of PyTorch keeps CUDA's gigabytes out; docs/hosting.md says which.
ARG PIP_EXTRA_INDEX_URL
ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

# Runs and fine-tuned models lie in /data, and whatever else is written: the rest may be read-only. A new volume takes
# over whose folder it is.
RUN useradd --create-home --uid 10001 bertscope \
    && install --directory --owner=bertscope --group=bertscope /data
VOLUME /data
WORKDIR /app

COPY requirements.txt constraints.txt ./
RUN pip install -r requirements.txt

COPY app.py LICENSE ./
COPY .streamlit .streamlit
COPY pages pages
COPY bertviz_core bertviz_core

ENV HOME=/home/bertscope \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MALLOC_ARENA_MAX=2 \
    OMP_NUM_THREADS=2 \
    TOKENIZERS_PARALLELISM=false \
    BERTSCOPE_ALLOW_LOCAL_FOLDERS=false \
    BERTSCOPE_DATA_FOLDER=/data \
    TMPDIR=/data \
    NUMBA_CACHE_DIR=/data/numba \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_PORT=8501 \
    STREAMLIT_SERVER_FILE_WATCHER_TYPE=none \
    STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE=true

# By number, so that a cluster can see that it is not root.
USER 10001
EXPOSE 8501

# An unknown address answers 200 with the app's page: only the body tells that the server is well.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; assert r.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4).read() == b'ok'"]

CMD ["python", "-m", "streamlit", "run", "app.py"]
