"""Paragraphs whose sentences have a recognisable order, by language; the view opens with one."""

from __future__ import annotations

PARAGRAPH_EXAMPLES: dict[str, str] = {
    "es": "Marta se despertó muy tarde. Corrió hasta la parada sin desayunar. El autobús acababa de irse. "
    "Decidió ir al trabajo en bicicleta. A mitad de camino empezó a llover. Llegó a la oficina empapada.",
    "en": "Ben wanted to bake a cake for his sister. He mixed flour, eggs and sugar in a bowl. Then he put "
    "the dough into the hot oven. After an hour the kitchen smelled wonderful. He took the cake out and let "
    "it cool. In the evening they ate it together.",
    "pt": "O cachorro da Ana fugiu pelo portão. Ela saiu correndo atrás dele pela rua. Os vizinhos ajudaram "
    "a procurar o animal. No fim da tarde uma menina o viu na praça. Ana levou o cachorro para casa. "
    "Depois disso, ela consertou o portão.",
}
