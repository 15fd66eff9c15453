"""Only whom a provider vouches for is somebody."""

from __future__ import annotations

import pytest

from bertviz_core.server.roles import Role, role_of

AUTHORS = ("Ana@Uni.example", "@teachers.example", "strauss@uni.example", "karl@uni.example")
HOSTS = ("root@uni.example",)


def said(email: object, verified: object = True) -> dict[str, object]:
    return {"email": email, "email_verified": verified}


@pytest.mark.parametrize(
    ("claims", "role"),
    [
        (said("ana@uni.example"), Role.AUTHOR),
        (said("ANA@UNI.EXAMPLE", "true"), Role.AUTHOR),
        (said("luis@teachers.example"), Role.AUTHOR),
        (said("root@uni.example"), Role.HOST),
        (said("luis@uni.example"), Role.VISITOR),
        (said("root@uni.example", False), Role.VISITOR),
        (said("root@uni.example", None), Role.VISITOR),
        ({"email": "root@uni.example"}, Role.VISITOR),
        (said("ana@uni.example.evil.example"), Role.VISITOR),
        (said("x@teachers.example@evil.example"), Role.VISITOR),
        (said("@teachers.example"), Role.VISITOR),
        (said("teachers.example"), Role.VISITOR),
        (said("strauß@uni.example"), Role.VISITOR),
        (said("strauss@uni.example"), Role.AUTHOR),
        (said("\u212aarl@uni.example"), Role.VISITOR),  # the sign of Kelvin, which folds to a k
        (said(["root@uni.example"]), Role.VISITOR),
        ({}, Role.VISITOR),
    ],
)
def test_roles_are_given_to_verified_addresses(claims: dict[str, object], role: Role) -> None:
    assert role_of(claims, AUTHORS, HOSTS) is role


def test_without_a_list_whoever_signed_in_is_an_author_and_nobody_a_host() -> None:
    assert role_of({}, (), ()) is Role.AUTHOR
    assert role_of(said("root@uni.example"), (), HOSTS) is Role.HOST
