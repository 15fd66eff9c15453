"""Pretraining of the bundled model: conversion, corpus, examples, objective, loop, scores."""
