"""A lesson to take along: the bundled model and three views of it, in one HTML file or in a folder.

`page` writes it, and `offer` is the button for it. The model computes in the browser that opens the page,
with the kernel and the tokenizer of `browser_model`; attention is drawn by `attention`, bars by
`typed_answers`. Such a page asks nobody for anything, which its policy holds.
"""
