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
from bertviz_core.results.fine_tuning_change import AttentionChange, LabelledPlace, OUTSIDE_PARTS, OutsidePart, StateChange, WEIGHT_PARTS, WeightChange, WeightPart
from bertviz_core.results.head_effects import HeadEffects
from bertviz_core.results.head_search import HeadMatch
from bertviz_core.results.head_similarity import HeadSimilarity
from bertviz_core.results.head_statistics import HeadStatistics, STATISTICS
from bertviz_core.results.held_out import HeldOutScores
from bertviz_core.results.hidden_change import HiddenChange
from bertviz_core.results.joint_fill import JointFilling, JointFillings
from bertviz_core.results.layer_scores import LayerScores, Measure, ScoredVectors, WEIGHTED_SUM
from bertviz_core.results.layer_strategies import LAYER_STRATEGIES, LayerStrategy, Layers, combine_layers
from bertviz_core.results.learning_data import Answer, Examples, LearningData, QuestionExample, TASKS, TEST, TRAIN, TaggedExample, Task, TextExample, VALIDATION
from bertviz_core.results.learning_report import ClassReport, Comparison, Interval, LearningReport, MethodScore
from bertviz_core.results.learning_run import LearnedModel, LearningPoint, LearningRun, Phase, Problem, RunStatus, Stage, ValidationPoint
from bertviz_core.results.learning_settings import LearningSettings, METHODS, Method
from bertviz_core.results.masked_batch import Action, MaskedBatch, SentencePair, Strategy
from bertviz_core.results.masked_words import Candidate, MaskedWord, MaskedWords, Prediction, UnscoredWord
from bertviz_core.results.model import ListedModel, ModelInfo
from bertviz_core.results.nearest_words import NearestWords
from bertviz_core.results.next_sentence import NextSentence
from bertviz_core.results.prepared_data import DataNotes, PreparedData
from bertviz_core.results.pretraining_loss import PretrainingLoss, TokenLoss
from bertviz_core.results.pretraining_steps import PretrainingSteps
from bertviz_core.results.projection import LayerProjections, PROJECTION_METHODS, Projection, ProjectionMethod
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
from bertviz_core.results.tagging import FeatureScore, Features, PUBLISHED_F1, TaggingData, TaggingExperiment, WEIGHTED
from bertviz_core.results.task import AnswerSpan, AnsweredQuestion, Entity, TaggedText, TaskInfo, TextClasses
from bertviz_core.results.text_classes import ClassScore
from bertviz_core.results.token_guesses import TokenGuesses
from bertviz_core.results.token_path import TokenPath
from bertviz_core.results.word_clusters import CLUSTER_METHODS, ClusterMethod, NOISE, WordClusters
from bertviz_core.results.word_embeddings import WordEmbeddings
from bertviz_core.results.word_geometry import Likeness, WordGeometry
from bertviz_core.results.word_layers import STATIC, Vectors, WordLayers
from bertviz_core.results.word_senses import WordSenses

__all__ = [
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
    "CLUSTER_METHODS",
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
    "LAYER_STRATEGIES",
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
    "METHODS",
    "MaskedBatch",
    "MaskedWord",
    "MaskedWords",
    "Measure",
    "Method",
    "MethodScore",
    "ModelInfo",
    "NOISE",
    "NearestWords",
    "NextSentence",
    "OUTSIDE_PARTS",
    "OutsidePart",
    "PROJECTION_METHODS",
    "PUBLISHED_F1",
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
    "STATIC",
    "STATISTICS",
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
    "TASKS",
    "TEST",
    "TRAIN",
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
    "VALIDATION",
    "ValidationPoint",
    "Vectors",
    "WEIGHTED",
    "WEIGHTED_SUM",
    "WEIGHT_PARTS",
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
