"""Every line of a model's config, with what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from bertviz_core import BertEngine

UNKNOWN = "–"


def show_config(engine: BertEngine) -> None:
    """Draw key, value and meaning; a key that is not known is shown as it is."""
    with st.expander(_("Every line of the config"), icon=":material/data_object:"):
        meanings, lines = _meanings(), engine.config_lines()
        table = {
            _("Key"): [line.key for line in lines],
            _("Value"): [line.value for line in lines],
            _("Meaning"): [meanings.get(line.key, UNKNOWN) for line in lines],
        }
        st.dataframe(
            pd.DataFrame(table),
            hide_index=True,
            height="content",
            column_config={_("Meaning"): st.column_config.TextColumn(width="large")},
        )


def _meanings() -> dict[str, str]:
    layers, width, heads = _("Number of layers"), _("Width of every state"), _("Heads in each layer")
    wide = _("Width inside the feed-forward part")
    dropout = _("Share of states set to 0 at random in training")
    attention_dropout = _("Share of attention weights set to 0 at random in training")
    head_dropout = _("The same before the classifier of a fine-tuned model")
    return {
        "num_hidden_layers": layers,
        "n_layers": layers,
        "hidden_size": width,
        "dim": width,
        "num_attention_heads": heads,
        "n_heads": heads,
        "intermediate_size": wide,
        "hidden_dim": wide,
        "hidden_act": _("Function between the two matrices of the feed-forward part"),
        "activation": _("Function between the two matrices of the feed-forward part"),
        "hidden_dropout_prob": dropout,
        "dropout": dropout,
        "attention_probs_dropout_prob": attention_dropout,
        "attention_dropout": attention_dropout,
        "classifier_dropout": head_dropout,
        "classifier_dropout_prob": head_dropout,
        "seq_classif_dropout": head_dropout,
        "qa_dropout": _("The same before the head that finds answers"),
        "summary_last_dropout": _("Share set to 0 after the summary of a text, in training"),
        "summary_type": _("Which state stands for a whole text"),
        "summary_use_proj": _("Whether a matrix follows the summary"),
        "summary_activation": _("Function after the summary"),
        "max_position_embeddings": _("Rows of the table of positions: the longest input"),
        "position_embedding_type": _("How positions are told: absolute is a learned table"),
        "sinusoidal_pos_embds": _("Whether the positions are sines and cosines instead of learned"),
        "type_vocab_size": _("Number of segments: which sentence a token is in"),
        "vocab_size": _("Entries of the vocabulary"),
        "embedding_size": _("Width of the embeddings, before they are projected to that of the states"),
        "num_hidden_groups": _("Groups of layers that share their weights"),
        "inner_group_num": _("Layers within each group"),
        "layer_norm_eps": _("Added to the variance in LayerNorm, so that nothing is divided by 0"),
        "initializer_range": _("Standard deviation of the random weights before training"),
        "pad_token_id": _("Number of the token that fills inputs up to one length"),
        "bos_token_id": _("Number of the token that begins an input"),
        "eos_token_id": _("Number of the token that ends an input"),
        "tie_word_embeddings": _("Whether the word head uses the matrix of the token embeddings"),
        "model_type": _("Family of the model"),
        "architectures": _("Class of the network that was saved, with its heads"),
        "transformers_version": _("Version of the library that reads the config"),
        "dtype": _("Kind of number of the weights: 32 or 16 bits"),
        "torch_dtype": _("Kind of number of the weights: 32 or 16 bits"),
        "id2label": _("Names of the classes, by number"),
        "label2id": _("Numbers of the classes, by name"),
        "is_decoder": _("Whether the model has a causal mask"),
        "add_cross_attention": _("Whether layers also look at an encoder"),
        "is_encoder_decoder": _("Whether it has an encoder and a decoder"),
        "use_cache": _("A decoder keeps keys and values of earlier tokens; BERT does not use it"),
        "chunk_size_feed_forward": _("Tokens in the feed-forward part at once; 0: all of them"),
        "output_attentions": _("Whether a pass returns the attention weights"),
        "output_hidden_states": _("Whether a pass returns the states of all layers"),
        "return_dict": _("Whether a pass returns its results by name"),
        "problem_type": _("What a classifier is trained for"),
    }
