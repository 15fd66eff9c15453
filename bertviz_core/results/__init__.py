"""What the engine answers with: frozen dataclasses of plain Python and NumPy, never torch.

Every array is a copy that owns its memory, so a result keeps no model or graph alive and can be
cached, pickled and sent to a chart as it is.
"""

from __future__ import annotations

from bertviz_core.results.about.by_language import languages_of
from bertviz_core.results.about.classes import ClassScore
from bertviz_core.results.about.cloze import ClozeItem, ClozeScores
from bertviz_core.results.about.evaluation import Evaluation
from bertviz_core.results.about.held_out import HeldOutScores
from bertviz_core.results.about.next_sentence import PairItem, PairScores
from bertviz_core.results.about.senses import WordSenses
from bertviz_core.results.about.speed import Speed
from bertviz_core.results.answers.attribution import Attribution
from bertviz_core.results.answers.blank_reading import BlankReading
from bertviz_core.results.answers.compare import ComparedBlank, ComparedWord
from bertviz_core.results.answers.masked_words import (
    Candidate,
    MaskedWord,
    MaskedWords,
    Prediction,
    UnscoredWord,
)
from bertviz_core.results.answers.next_sentence import NextSentence
from bertviz_core.results.answers.token_guesses import TokenGuesses
from bertviz_core.results.attention.explore import AttentionMaps
from bertviz_core.results.attention.flow import AttentionRollout
from bertviz_core.results.attention.heads_search import HeadMatch
from bertviz_core.results.attention.heads_similarity import HeadSimilarity
from bertviz_core.results.attention.heads_statistics import STATISTICS, HeadStatistics
from bertviz_core.results.attention.off_effects import HeadEffects
from bertviz_core.results.attention.off_states import HiddenChange
from bertviz_core.results.attention.query_key import QueryKey
from bertviz_core.results.fine_tuning.ask import (
    AnsweredQuestion,
    AnswerSpan,
    Entity,
    TaggedText,
    TaskInfo,
    TextClasses,
)
from bertviz_core.results.fine_tuning.before_after import (
    OUTSIDE_PARTS,
    WEIGHT_PARTS,
    AttentionChange,
    LabelledPlace,
    OutsidePart,
    StateChange,
    WeightChange,
    WeightPart,
)
from bertviz_core.results.fine_tuning.data import (
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
from bertviz_core.results.fine_tuning.data_prepared import DataNotes, PreparedData
from bertviz_core.results.fine_tuning.learn_settings import METHODS, LearningSettings, Method
from bertviz_core.results.fine_tuning.results import (
    ClassReport,
    Comparison,
    Interval,
    LearningReport,
    MethodScore,
)
from bertviz_core.results.fine_tuning.runs import (
    LearnedModel,
    LearningPoint,
    LearningRun,
    Phase,
    Problem,
    RunStatus,
    Stage,
    ValidationPoint,
)
from bertviz_core.results.history.data import BALANCES, Balance, BalanceTest, OutcomeCounts
from bertviz_core.results.history.occurrences import MovedWord
from bertviz_core.results.history.order import READINGS, OrderInfluence, Reading
from bertviz_core.results.history.train import (
    ARCHITECTURES,
    Architecture,
    LessonText,
    LiveSettings,
    LiveVectors,
    WordWindow,
)
from bertviz_core.results.history.vectors import GenderLean, NearWords, WordNeighbours, WordSum
from bertviz_core.results.inside.by_hand import LayerSteps, LinearPart, NormPart
from bertviz_core.results.inside.input import InputEmbeddings
from bertviz_core.results.inside.masks import MASKS, Mask, MaskedAttention
from bertviz_core.results.inside.network import (
    ConfigLine,
    ParameterPart,
    ParameterParts,
    PartKind,
    PartValues,
)
from bertviz_core.results.inside.network_size import EncoderSize
from bertviz_core.results.inside.positions import PositionEmbeddings, SwappedWords
from bertviz_core.results.masked_words.directions import DirectedAnswers
from bertviz_core.results.masked_words.fill_joint import JointFilling, JointFillings
from bertviz_core.results.masked_words.layers import AnswerByLayer
from bertviz_core.results.masked_words.surprise import PseudoLikelihood, ScoredWord, WithinWords
from bertviz_core.results.model import ListedModel, ModelInfo
from bertviz_core.results.next_sentence.order import SentenceOrder
from bertviz_core.results.next_sentence.why_attention import AttentionBetween
from bertviz_core.results.pretraining.batch import Action, DrawTally, MaskedBatch, SentencePair, Strategy
from bertviz_core.results.pretraining.loss import PretrainingLoss, TokenLoss
from bertviz_core.results.pretraining.step import PretrainingSteps
from bertviz_core.results.reliability import Reliability
from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note
from bertviz_core.results.vectors.layer_strategies import (
    LAYER_STRATEGIES,
    Layers,
    LayerStrategy,
    combine_layers,
)
from bertviz_core.results.vectors.projection import (
    PROJECTION_METHODS,
    LayerProjections,
    Projection,
    ProjectionMethod,
)
from bertviz_core.results.vectors.recurrent_weights import LstmWeights, RecurrentWeights
from bertviz_core.results.vectors.static_vectors import StaticVectors
from bertviz_core.results.words.clusters import CLUSTER_METHODS, NOISE, ClusterMethod, WordClusters
from bertviz_core.results.words.geometry import Likeness, WordGeometry
from bertviz_core.results.words.geometry_random_words import RandomWords
from bertviz_core.results.words.layers import WEIGHTED_SUM, LayerScores, Measure, ScoredVectors
from bertviz_core.results.words.map_static import StaticForms
from bertviz_core.results.words.neighbours_static import NearestWords
from bertviz_core.results.words.neighbours_substitutes import Substitutes
from bertviz_core.results.words.path import TokenPath
from bertviz_core.results.words.sentences import AlikePair, SentenceVectors
from bertviz_core.results.words.sentences_embeddings import Pooling, SentenceEmbeddings
from bertviz_core.results.words.tagging import (
    PUBLISHED_F1,
    WEIGHTED,
    Features,
    FeatureScore,
    TaggingData,
    TaggingExperiment,
)
from bertviz_core.results.words.word_embeddings import WordEmbeddings
from bertviz_core.results.words.word_layers import STATIC, Vectors, WordLayers

__all__ = [
    "ARCHITECTURES",
    "BALANCES",
    "CLUSTER_METHODS",
    "LAYER_STRATEGIES",
    "MASKS",
    "METHODS",
    "NOISE",
    "OUTSIDE_PARTS",
    "PROJECTION_METHODS",
    "PUBLISHED_F1",
    "READINGS",
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
    "Architecture",
    "AttentionBetween",
    "AttentionChange",
    "AttentionMaps",
    "AttentionRollout",
    "Attribution",
    "Balance",
    "BalanceTest",
    "BlankReading",
    "Candidate",
    "ClassReport",
    "ClassScore",
    "ClozeItem",
    "ClozeScores",
    "ClusterMethod",
    "ComparedBlank",
    "ComparedWord",
    "Comparison",
    "ConfigLine",
    "DataNotes",
    "DirectedAnswers",
    "DrawTally",
    "EncoderSize",
    "Encoding",
    "Entity",
    "Evaluation",
    "Examples",
    "FeatureScore",
    "Features",
    "GenderLean",
    "HeadEffects",
    "HeadMatch",
    "HeadSimilarity",
    "HeadStatistics",
    "HeldOutScores",
    "HiddenChange",
    "InputEmbeddings",
    "Interval",
    "JointFilling",
    "JointFillings",
    "LabelledPlace",
    "LayerProjections",
    "LayerScores",
    "LayerSteps",
    "LayerStrategy",
    "Layers",
    "LearnedModel",
    "LearningData",
    "LearningPoint",
    "LearningReport",
    "LearningRun",
    "LearningSettings",
    "LessonText",
    "Likeness",
    "LinearPart",
    "ListedModel",
    "LiveSettings",
    "LiveVectors",
    "LstmWeights",
    "Mask",
    "MaskedAttention",
    "MaskedBatch",
    "MaskedWord",
    "MaskedWords",
    "Measure",
    "Method",
    "MethodScore",
    "ModelInfo",
    "MovedWord",
    "NearWords",
    "NearestWords",
    "NextSentence",
    "NormPart",
    "Note",
    "OrderInfluence",
    "OutcomeCounts",
    "OutsidePart",
    "PairItem",
    "PairScores",
    "ParameterPart",
    "ParameterParts",
    "PartKind",
    "PartValues",
    "Phase",
    "Pooling",
    "PositionEmbeddings",
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
    "Reading",
    "RecurrentWeights",
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
    "StaticVectors",
    "Strategy",
    "Substitutes",
    "SwappedWords",
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
    "WordNeighbours",
    "WordSenses",
    "WordSum",
    "WordWindow",
    "combine_layers",
    "languages_of",
]
