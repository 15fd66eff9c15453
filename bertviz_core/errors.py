"""Everything that can go wrong in a way a visitor can act on.

A message is an English template with named fields. The command line prints it filled in; a page
looks the template up in its message catalogue first, so one sentence serves three languages.
"""

from __future__ import annotations


def N_(message: str) -> str:
    """Mark a sentence for the catalogues that is told later; pages translate it when they show it."""
    return message


class BertScopeError(Exception):
    """Base of all errors whose message is fit to show a person.

    Args:
        template: One or two English sentences: what is wrong and what to do. Fields in `{braces}`.
        **fields: Values for the fields. Text of visitors goes here, never into the template.
    """

    def __init__(self, template: str, **fields: object) -> None:
        super().__init__(template)
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        """Return the English sentence, filled in."""
        return self.template.format(**self.fields)


class InputError(BertScopeError):
    """The text, or a setting beside it, cannot be worked with."""


class SettingError(InputError):
    """A variable of the environment holds what it cannot hold."""


class TextTooLongError(InputError):
    """The input is over the model's length and cutting it would change the answer."""


class ModelNotFoundError(BertScopeError):
    """No bundled model, folder or hub repository of that name can be reached."""


class UnsafeModelError(BertScopeError):
    """The checkpoint could run code, is not allowed here, or is not of the family."""


class UnreadableModelError(BertScopeError):
    """The files of the checkpoint are damaged, incomplete or do not fit together."""


class MissingHeadError(BertScopeError):
    """The checkpoint has no trained head for this question."""


class BusyError(BertScopeError):
    """Too many questions are being answered; try again in a moment."""


class DrawingError(BertScopeError):
    """The process that draws UMAP maps is switched off, or ended before it had the map."""


class MovedOnError(BertScopeError):
    """Nobody waits for the answer any more: whoever asked has asked something else since."""


class RunNotFoundError(BertScopeError):
    """There is no fine-tuning of that name, or its files are damaged."""


class SignInError(BertScopeError):
    """Who asks has to sign in for it, or to be named by whoever runs the app."""


class StorageError(BertScopeError):
    """There is no room left for what has to be written."""
