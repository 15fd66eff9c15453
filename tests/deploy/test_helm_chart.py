"""The chart, rendered by Helm's own library, fits the image, the settings and the addresses of the app."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bertviz_core.server import hashed_files
from bertviz_core.server.classes import classes_at
from bertviz_core.server.metrics import Metrics
from bertviz_core.server.readiness import Readiness
from bertviz_core.server.routes import server_routes
from bertviz_core.server.served_scripts import FOLDER
from bertviz_core.server.watched import metrics
from bertviz_core.settings import Settings

ROOT = Path(__file__).parent.parent.parent
CHART = ROOT / "deploy" / "helm" / "bertscope"
EVERYTHING = {
    "ingress": {"enabled": True, "tlsSecret": "certificate"},
    "autoscaler": {"enabled": True},
    "monitor": {"enabled": True},
    "redis": {"internal": False},
    "redisUrl": "redis://elsewhere:6379/0",
    "publicAddress": "https://bert.example.org",
    "settings": {"ALLOW_HUB": "true", "ALLOWED_MODELS": '["mini"]'},
}
"""Values that let every part be made."""


@pytest.fixture(scope="module", autouse=True)
def helm() -> None:
    if importlib.util.find_spec("helm_python") is None:
        if os.environ.get("REQUIRE_HELM"):
            pytest.fail("helm-python-sdk is not installed")
        pytest.skip("helm-python-sdk is not installed")


def made(values: dict[str, Any]) -> dict[tuple[str, str], Any]:
    """Return what is made, by kind and name."""
    from helm_python.chart import Chart

    rendered = Chart.load(CHART).render(values, name="demo", namespace="school")
    documents = [
        document
        for path, text in rendered.items()
        if path.endswith(".yaml")
        for document in yaml.safe_load_all(text)
        if document
    ]
    return {(document["kind"], document["metadata"]["name"]): document for document in documents}


@pytest.fixture(scope="module")
def plain() -> dict[tuple[str, str], Any]:
    return made({})


@pytest.fixture(scope="module")
def full() -> dict[tuple[str, str], Any]:
    return made(EVERYTHING)


def container(deployment: Any) -> Any:
    [only] = deployment["spec"]["template"]["spec"]["containers"]
    return only


def settings_of(deployment: Any, **secret: str) -> Settings:
    """Return the settings that a container has, as the program reads them."""
    given = {}
    for variable in container(deployment)["env"]:
        if variable["name"].startswith("BERTSCOPE_"):
            value = variable.get("value") or secret[variable["valueFrom"]["secretKeyRef"]["key"]]
            given[variable["name"].removeprefix("BERTSCOPE_").lower()] = value
    assert set(given) <= set(Settings.model_fields)
    if "allowed_models" in given:
        given["allowed_models"] = yaml.safe_load(given["allowed_models"])
    return Settings.model_validate(given)


def test_helm_finds_nothing_wrong() -> None:
    from helm_python.chart import lint

    for values in ({}, EVERYTHING):
        found = lint(CHART, values)
        assert not found["errors"]
        assert {message["error"] for message in found["messages"]} <= {"icon is recommended"}


def test_variables_are_settings_that_app_and_worker_share(plain: Any, full: Any) -> None:
    tokens = {"metrics-token": "a", "redis-url": EVERYTHING["redisUrl"]}
    for parts in (plain, full):
        app = settings_of(parts["Deployment", "demo-app"], **tokens)
        worker = settings_of(parts["Deployment", "demo-worker"], **tokens)
        assert app.redis_url == worker.redis_url and app.max_run_memory_bytes == worker.max_run_memory_bytes
        assert not app.start_worker and app.metrics_token
    assert settings_of(plain["Deployment", "demo-app"], **tokens).redis_url == "redis://demo-redis:6379/0"
    assert ("Service", "demo-redis") in plain and ("Service", "demo-redis") not in full
    assert settings_of(full["Deployment", "demo-app"], **tokens).allowed_models == ("mini",)


def test_who_it_runs_as_and_where_it_writes_is_what_the_image_says(plain: Any) -> None:
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    [user] = re.findall(r"^USER (\d+)$", image, re.MULTILINE)
    [folder] = re.findall(r"^VOLUME (\S+)$", image, re.MULTILINE)
    for part in ("app", "worker", "redis"):
        deployment = plain["Deployment", f"demo-{part}"]
        pod = deployment["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] == int(user)
        assert container(deployment)["securityContext"]["readOnlyRootFilesystem"]
        assert container(deployment)["resources"]["limits"]["memory"]
        assert pod["automountServiceAccountToken"] is False
        if part != "redis":
            mounts = {mount["name"]: mount["mountPath"] for mount in container(deployment)["volumeMounts"]}
            assert mounts["data"] == folder
            claim = next(volume for volume in pod["volumes"] if volume["name"] == "data")
            assert ("PersistentVolumeClaim", claim["persistentVolumeClaim"]["claimName"]) in plain


def test_probes_ask_addresses_of_the_app_and_the_end_has_time(plain: Any) -> None:
    routes = {route.path for route in server_routes(Readiness(), Metrics(), classes_at(None))}
    deployment = plain["Deployment", "demo-app"]
    app = container(deployment)
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        assert app[probe]["httpGet"]["path"] in routes
    assert app["readinessProbe"]["httpGet"]["path"] == "/readyz"
    settings = settings_of(deployment, **{"metrics-token": "a"})
    before = float(app["lifecycle"]["preStop"]["exec"]["command"][1])
    needed = before + settings.leave_notice_s + settings.leave_wait_s
    assert deployment["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] >= needed + 5


def test_what_a_run_may_take_is_what_the_worker_has(plain: Any) -> None:
    deployment = plain["Deployment", "demo-worker"]
    limit = container(deployment)["resources"]["limits"]["memory"]
    assert limit.endswith("Mi")
    assert settings_of(deployment).max_run_memory_bytes < int(limit.removesuffix("Mi")) * 2**20


def test_it_grows_by_a_number_that_the_app_tells(full: Any, plain: Any) -> None:
    scaler = full["HorizontalPodAutoscaler", "demo-app"]["spec"]
    [measure] = scaler["metrics"]
    told = metrics.text().decode()
    assert f"\n{measure['pods']['metric']['name']} " in told
    assert scaler["scaleTargetRef"]["name"] == "demo-app"
    assert "replicas" not in full["Deployment", "demo-app"]["spec"], "the scaler says how many"
    assert plain["Deployment", "demo-app"]["spec"]["replicas"] == 2
    [endpoint] = full["PodMonitor", "demo"]["spec"]["podMetricsEndpoints"]
    assert endpoint["authorization"]["credentials"]["key"] in full["Secret", "demo"]["data"]


def test_visitors_stay_with_a_pod_and_scripts_come_from_any(full: Any) -> None:
    pages, scripts = full["Ingress", "demo-pages"], full["Ingress", "demo-scripts"]
    stays = pages["metadata"]["annotations"]
    assert stays["nginx.ingress.kubernetes.io/affinity"] == "cookie"
    assert stays["nginx.ingress.kubernetes.io/session-cookie-change-on-failure"] == "true"
    assert "http_404" not in stays["nginx.ingress.kubernetes.io/proxy-next-upstream"], "a visit would move"
    nginx = (ROOT / "deploy/nginx/nginx.conf").read_text(encoding="utf-8")
    bound = stays["nginx.ingress.kubernetes.io/proxy-body-size"]
    assert f"client_max_body_size {bound};" in nginx
    paths = {path["path"] for path in scripts["spec"]["rules"][0]["http"]["paths"]}
    assert paths == {"/static/", f"/{FOLDER}/", f"/{hashed_files.FOLDER}/"}
    assert "http_404" in scripts["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-next-upstream"]


def test_nobody_reaches_what_they_need_not(plain: Any) -> None:
    app, redis = plain["NetworkPolicy", "demo-app"]["spec"], plain["NetworkPolicy", "demo-redis"]["spec"]
    [entrance] = app["ingress"]
    assert [port["port"] for port in entrance["ports"]] == [8501] and entrance["from"]
    assert plain["NetworkPolicy", "demo-worker"]["spec"]["ingress"] == [] and redis["egress"] == []
    assert not any({"port": 443, "protocol": "TCP"} in way["ports"] for way in app["egress"]), "no hub"


def test_secrets_are_made_or_brought(plain: Any) -> None:
    made_here = plain["Secret", "demo"]["data"]
    assert set(made_here) == {"metrics-token", "cookie-secret"}
    assert made_here != made({})["Secret", "demo"]["data"], "they cannot be guessed"
    brought = made({"existingSecret": "ours"})
    assert ("Secret", "demo") not in brought
    names = {
        variable["valueFrom"]["secretKeyRef"]["name"]
        for variable in container(brought["Deployment", "demo-app"])["env"]
        if "valueFrom" in variable
    }
    assert names == {"ours"}
