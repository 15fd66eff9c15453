"""What the engine answers with: frozen dataclasses of plain Python and NumPy, never torch.

Every array is a copy that owns its memory, so a result keeps no model or graph alive and can be
cached, pickled and sent to a chart as it is.
"""

from __future__ import annotations

from bertviz_core.results.answer_layers import AnswerByLayer
from bertviz_core.results.attention import AttentionMaps
from bertviz_core.results.attention_between import AttentionBetween
from bertviz_core.results.attention_rollout import AttentionRollout
from bertviz_core.results.attribution import Attribution
from bertviz_core.results.by_language import languages_of
from bertviz_core.results.cloze import ClozeItem, ClozeScores
from bertviz_core.results.compare import ComparedBlank, ComparedWord
from bertviz_core.results.directions import DirectedAnswers
from bertviz_core.results.encoding import Encoding
from bertviz_core.results.evaluation import Evaluation
from bertviz_core.results.fine_tuning_change import (
    OUTSIDE_PARTS,
    WEIGHT_PARTS,
    AttentionChange,
    LabelledPlace,
    OutsidePart,
    StateChange,
    WeightChange,
    WeightPart,
)
from bertviz_core.results.head_effects import HeadEffects
from bertviz_core.results.head_search import HeadMatch
from bertviz_core.results.head_similarity import HeadSimilarity
from bertviz_core.results.head_statistics import STATISTICS, HeadStatistics
from bertviz_core.results.held_out import HeldOutScores
from bertviz_core.results.hidden_change import HiddenChange
from bertviz_core.results.joint_fill import JointFilling, JointFillings
from bertviz_core.results.layer_scores import WEIGHTED_SUM, LayerScores, Measure, ScoredVectors
from bertviz_core.results.layer_strategies import LAYER_STRATEGIES, Layers, LayerStrategy, combine_layers
from bertviz_core.results.learning_data import (
    TASKS,
    TEST,
    TRAIN,
    VALIDATION,
    Answer,
    Examples,
    LearningData,
    QuestionExample,
    TaggedExample,
    Task,
    TextExample,
)
from bertviz_core.results.learning_report import (
    ClassReport,
    Comparison,
    Interval,
    LearningReport,
    MethodScore,
)
from bertviz_core.results.learning_run import (
    LearnedModel,
    LearningPoint,
    LearningRun,
    Phase,
    Problem,
    RunStatus,
    Stage,
    ValidationPoint,
)
from bertviz_core.results.learning_settings import METHODS, LearningSettings, Method
from bertviz_core.results.masked_batch import Action, MaskedBatch, SentencePair, Strategy
from bertviz_core.results.masked_words import Candidate, MaskedWord, MaskedWords, Prediction, UnscoredWord
from bertviz_core.results.model import ListedModel, ModelInfo
from bertviz_core.results.nearest_words import NearestWords
from bertviz_core.results.next_sentence import NextSentence
from bertviz_core.results.prepared_data import DataNotes, PreparedData
from bertviz_core.results.pretraining_loss import PretrainingLoss, TokenLoss
from bertviz_core.results.pretraining_steps import PretrainingSteps
from bertviz_core.results.projection import PROJECTION_METHODS, LayerProjections, Projection, ProjectionMethod
from bertviz_core.results.pseudo_likelihood import PseudoLikelihood, ScoredWord, WithinWords
from bertviz_core.results.query_key import QueryKey
from bertviz_core.results.random_words import RandomWords
from bertviz_core.results.reliability import Reliability
from bertviz_core.results.sentence_embeddings import Pooling, SentenceEmbeddings
from bertviz_core.results.sentence_order import SentenceOrder
from bertviz_core.results.sentence_pairs import PairItem, PairScores
from bertviz_core.results.sentence_vectors import AlikePair, SentenceVectors
from bertviz_core.results.speed import Speed
from bertviz_core.results.static_forms import StaticForms
from bertviz_core.results.substitutes import Substitutes
from bertviz_core.results.tagging import (
    PUBLISHED_F1,
    WEIGHTED,
    Features,
    FeatureScore,
    TaggingData,
    TaggingExperiment,
)
from bertviz_core.results.task import AnsweredQuestion, AnswerSpan, Entity, TaggedText, TaskInfo, TextClasses
from bertviz_core.results.text_classes import ClassScore
from bertviz_core.results.token_guesses import TokenGuesses
from bertviz_core.results.token_path import TokenPath
from bertviz_core.results.word_clusters import CLUSTER_METHODS, NOISE, ClusterMethod, WordClusters
from bertviz_core.results.word_embeddings import WordEmbeddings
from bertviz_core.results.word_geometry import Likeness, WordGeometry
from bertviz_core.results.word_layers import STATIC, Vectors, WordLayers
from bertviz_core.results.word_senses import WordSenses

__all__ = [
    "CLUSTER_METHODS",
    "LAYER_STRATEGIES",
    "METHODS",
    "NOISE",
    "OUTSIDE_PARTS",
    "PROJECTION_METHODS",
    "PUBLISHED_F1",
    "STATIC",
    "STATISTICS",
    "TASKS",
    "TEST",
    "TRAIN",
    "VALIDATION",
    "WEIGHTED",
    "WEIGHTED_SUM",
    "WEIGHT_PARTS",
    "Action",
    "AlikePair",
    "Answer",
    "AnswerByLayer",
    "AnswerSpan",
    "AnsweredQuestion",
    "AttentionBetween",
    "AttentionChange",
    "AttentionMaps",
    "AttentionRollout",
    "Attribution",
    "Candidate",
    "ClassReport",
    "ClassScore",
    "ClozeItem",
    "ClozeScores",
    "ClusterMethod",
    "ComparedBlank",
    "ComparedWord",
    "Comparison",
    "DataNotes",
    "DirectedAnswers",
    "Encoding",
    "Entity",
    "Evaluation",
    "Examples",
    "FeatureScore",
    "Features",
    "HeadEffects",
    "HeadMatch",
    "HeadSimilarity",
    "HeadStatistics",
    "HeldOutScores",
    "HiddenChange",
    "Interval",
    "JointFilling",
    "JointFillings",
    "LabelledPlace",
    "LayerProjections",
    "LayerScores",
    "LayerStrategy",
    "Layers",
    "LearnedModel",
    "LearningData",
    "LearningPoint",
    "LearningReport",
    "LearningRun",
    "LearningSettings",
    "Likeness",
    "ListedModel",
    "MaskedBatch",
    "MaskedWord",
    "MaskedWords",
    "Measure",
    "Method",
    "MethodScore",
    "ModelInfo",
    "NearestWords",
    "NextSentence",
    "OutsidePart",
    "PairItem",
    "PairScores",
    "Phase",
    "Pooling",
    "Prediction",
    "PreparedData",
    "PretrainingLoss",
    "PretrainingSteps",
    "Problem",
    "Projection",
    "ProjectionMethod",
    "PseudoLikelihood",
    "QueryKey",
    "QuestionExample",
    "RandomWords",
    "Reliability",
    "RunStatus",
    "ScoredVectors",
    "ScoredWord",
    "SentenceEmbeddings",
    "SentenceOrder",
    "SentencePair",
    "SentenceVectors",
    "Speed",
    "Stage",
    "StateChange",
    "StaticForms",
    "Strategy",
    "Substitutes",
    "TaggedExample",
    "TaggedText",
    "TaggingData",
    "TaggingExperiment",
    "Task",
    "TaskInfo",
    "TextClasses",
    "TextExample",
    "TokenGuesses",
    "TokenLoss",
    "TokenPath",
    "UnscoredWord",
    "ValidationPoint",
    "Vectors",
    "WeightChange",
    "WeightPart",
    "WithinWords",
    "WordClusters",
    "WordEmbeddings",
    "WordGeometry",
    "WordLayers",
    "WordSenses",
    "combine_layers",
    "languages_of",
]
