"""Any number of points in any method; equal seeds, equal maps; layers follow each other."""

from __future__ import annotations

import tracemalloc
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.manifold import trustworthiness
from sklearn.neighbors import NearestNeighbors

from bertviz_core.analysis.vectors.cosine_neighbours import cosine_neighbours, neighbours_alike
from bertviz_core.analysis.vectors.projection import place, project, project_layers, turned
from bertviz_core.analysis.vectors.sense_scores import nearest_neighbour_accuracy
from bertviz_core.analysis.vectors.umap_process import UmapProcess
from bertviz_core.errors import InputError
from bertviz_core.results import PROJECTION_METHODS, ProjectionMethod

pytestmark = pytest.mark.timeout(900)  # umap-learn compiles for long on a machine that is busy
methods = pytest.mark.parametrize("method", PROJECTION_METHODS)


@pytest.fixture(autouse=True)
def umap_is_ready(drawing: UmapProcess) -> None:
    """Have UMAP maps drawn here."""


def some_vectors(n: int, features: int = 40) -> NDArray[np.float32]:
    return np.random.default_rng(n).normal(size=(n, features)).astype(np.float32)


def planted(n: int, groups: int, features: int = 60) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    random = np.random.default_rng(7)
    group = random.integers(groups, size=n)
    centres = random.normal(size=(groups, features))
    return (centres[group] + 0.4 * random.normal(size=(n, features))).astype(np.float32), group


@methods
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("n", [*range(1, 6), 12])
def test_few_points_become_a_picture(n: int, dimensions: int, method: ProjectionMethod) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        projection = project(some_vectors(n), method, dimensions=dimensions)
    assert projection.points.shape == (n, dimensions)
    assert projection.points.dtype == np.float32
    assert np.isfinite(projection.points).all()
    enough = n >= (dimensions + 2 if method == "umap" else 4)
    assert projection.method == (method if enough else "pca")
    assert projection.neighbours < max(n, 1) and (projection.neighbours > 0) == (projection.method != "pca")
    assert len(np.unique(projection.points, axis=0)) == n


@methods
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize(("n", "different"), [(1, 1), (30, 1), (30, 3), (30, 10)])
def test_equal_points_are_no_trouble(
    n: int, different: int, dimensions: int, method: ProjectionMethod
) -> None:
    vectors = some_vectors(different)[np.arange(n) % different]
    points = project(vectors, method, dimensions=dimensions).points
    assert points.shape == (n, dimensions)
    assert np.isfinite(points).all()
    if different == 1:
        assert not points.any()


@methods
@pytest.mark.parametrize(("n", "features"), [(20, 1), (20, 2), (2, 1), (5, 3)])
def test_few_features_become_a_picture(n: int, features: int, method: ProjectionMethod) -> None:
    points = project(some_vectors(n, features), method, dimensions=3).points
    assert points.shape == (n, 3)
    assert np.isfinite(points).all()


@methods
def test_vectors_of_zeros_and_huge_ones_are_no_trouble(method: ProjectionMethod) -> None:
    vectors = some_vectors(12)
    vectors[3] = 0
    vectors[4] *= 1e10
    assert np.isfinite(project(vectors, method).points).all()


@methods
def test_equal_seeds_give_equal_maps_in_all_threads(method: ProjectionMethod) -> None:
    vectors = some_vectors(40)
    with ThreadPoolExecutor(4) as pool:
        maps = list(pool.map(lambda _: project(vectors, method, seed=3).points, range(4)))
    assert all((other == maps[0]).all() for other in maps)
    if method == "umap":
        assert (project(vectors, method, seed=4).points != maps[0]).any()


@methods
@pytest.mark.parametrize("dimensions", [2, 3])
def test_groups_stay_together(method: ProjectionMethod, dimensions: int) -> None:
    vectors, group = planted(90, 3)
    points = project(vectors, method, dimensions=dimensions).points
    nearest = NearestNeighbors(n_neighbors=2).fit(points).kneighbors(return_distance=False)[:, 0]
    assert (group[nearest] == group).mean() > 0.97


@pytest.mark.parametrize(("n", "features"), [(30, 50), (700, 600)])
def test_components_are_those_of_scikit_learn(n: int, features: int) -> None:
    vectors = some_vectors(n, features) * np.linspace(3, 1, features, dtype=np.float32)
    projection = project(vectors, "pca", dimensions=3)
    full = PCA(3, svd_solver="full").fit(vectors.astype(np.float64))
    expected = full.transform(vectors.astype(np.float64))
    same = np.abs((projection.points * expected).sum(axis=0)) / np.linalg.norm(expected, axis=0) ** 2
    assert same == pytest.approx(np.ones(3), abs=1e-3)
    assert projection.variance == pytest.approx(full.explained_variance_ratio_, abs=1e-5)


def test_neighbours_are_those_of_all_pairs() -> None:
    vectors = some_vectors(1200)
    nearest, distances = cosine_neighbours(vectors, 6)
    expected = NearestNeighbors(n_neighbors=6, metric="cosine").fit(vectors).kneighbors(vectors)
    assert (nearest == expected[1]).mean() > 0.999
    assert distances == pytest.approx(expected[0], abs=1e-5)
    assert (nearest[:, 0] == np.arange(1200)).all()


def test_thousands_of_points_take_little_memory() -> None:
    n = 5000
    vectors, _group = planted(n, 5)
    tracemalloc.start()
    points = project(vectors, "umap").points
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60e6 < n * n * 4  # bytes
    assert trustworthiness(vectors[:800], points[:800], metric="cosine") > 0.85


@methods
def test_layers_follow_each_other(method: ProjectionMethod) -> None:
    random = np.random.default_rng(0)
    states = np.cumsum(random.normal(size=(6, 50, 30)), axis=0).astype(np.float32)
    told: list[tuple[int, int]] = []
    together = project_layers(states, method, progress=lambda *done: told.append(done))
    assert together.points.shape == (6, 50, 2)
    assert together.method == method
    if method == "umap":  # all layers have one frame
        assert together.points.mean(axis=(0, 1)) == pytest.approx(np.zeros(2), abs=1e-5)
        assert (together.points**2).sum(axis=2).mean() == pytest.approx(1, abs=1e-4)
        assert all(0 <= done <= total for done, total in told)
    else:
        assert told == [(layer, 6) for layer in range(6)]
        assert together.points.mean(axis=1) == pytest.approx(np.zeros((6, 2)), abs=1e-5)
        assert (together.points**2).sum(axis=2).mean(axis=1) == pytest.approx(np.ones(6), abs=1e-4)
    alone = np.stack([project(layer, method, seed=place).points for place, layer in enumerate(states)])
    alone -= alone.mean(axis=1, keepdims=True)
    alone /= np.sqrt((alone**2).sum(axis=2).mean(axis=1))[:, np.newaxis, np.newaxis]
    assert _moved(together.points) < 0.8 * _moved(alone)


def _moved(points: NDArray[np.float32]) -> float:
    return float((np.diff(points, axis=0) ** 2).sum(axis=2).mean())


@methods
@pytest.mark.parametrize("n", [1, 3, 5])
def test_layers_of_few_points(n: int, method: ProjectionMethod) -> None:
    states = np.stack([some_vectors(n) * 0, some_vectors(n), some_vectors(n)]).astype(np.float16)
    points = project_layers(states, method, dimensions=3).points
    assert points.shape == (3, n, 3)
    assert np.isfinite(points).all()


def test_a_turned_picture_is_turned_back() -> None:
    points = some_vectors(20, 2)
    turn = np.array([[0.6, 0.8], [0.8, -0.6]], np.float32)  # with a mirror
    assert turned(points @ turn, points) == pytest.approx(points, abs=1e-5)


@pytest.mark.parametrize("n", [2, 3, 40, 700])
def test_neighbours_alike_are_those_of_all_pairs(n: int) -> None:
    vectors, group = planted(n, 3)
    names = group.astype(str)
    expected = nearest_neighbour_accuracy(vectors.astype(np.float64), names)
    assert neighbours_alike(vectors, names) == pytest.approx(expected)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_vector_is_placed_by_components_where_it_lies(dimensions: int) -> None:
    vectors = some_vectors(30)
    points = project(vectors, "pca", dimensions=dimensions).points
    assert place(vectors[4:9], vectors, "pca", dimensions=dimensions) == pytest.approx(points[4:9], abs=1e-3)


def test_t_sne_places_nothing() -> None:
    with pytest.raises(InputError, match="Choose UMAP or PCA"):
        place(some_vectors(1), some_vectors(9), "tsne")


def test_another_method_is_refused() -> None:
    with pytest.raises(InputError, match="umap, pca, tsne"):
        project(np.eye(5), "mds")  # type: ignore[arg-type]


@methods
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize(("different", "copies"), [(7, 60), (40, 25), (12, 3)])
def test_equal_vectors_are_one_spot(
    different: int, copies: int, dimensions: int, method: ProjectionMethod
) -> None:
    order = np.r_[np.arange(different), np.zeros(copies, np.int64)]
    vectors = some_vectors(different)
    drawn = project(vectors[order], method, dimensions=dimensions)
    assert drawn.method == method
    assert len(np.unique(drawn.points, axis=0)) == different
    np.testing.assert_array_equal(drawn.points, drawn.points[:different][order])
    if method != "pca":  # copies change nothing
        alone = project(vectors, method, dimensions=dimensions)
        np.testing.assert_array_equal(drawn.points[:different], alone.points)
        assert drawn.neighbours == alone.neighbours
    if method != "tsne":
        at = place(vectors[:2], vectors[order], method, dimensions=dimensions)
        others = vectors if method == "umap" else vectors[order]
        np.testing.assert_array_equal(at, place(vectors[:2], others, method, dimensions=dimensions))


@methods
def test_equal_ones_stay_one_spot_through_the_layers(method: ProjectionMethod) -> None:
    states = np.stack([some_vectors(9), some_vectors(9) + 1])
    order = np.r_[np.arange(9), np.zeros(50, np.int64)]
    points = project_layers(states[:, order], method).points
    assert points.shape == (2, 59, 2)
    for layer in points:
        assert len(np.unique(layer, axis=0)) == 9
        np.testing.assert_array_equal(layer, layer[:9][order])
