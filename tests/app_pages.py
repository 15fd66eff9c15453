"""The pages that have rooms and views, by their names in the address."""

PAGES = (
    "attention",
    "masked_words",
    "next_sentence",
    "words",
    "inside",
    "pretraining",
    "history",
    "fine_tuning",
    "about",
    "teach",
)
