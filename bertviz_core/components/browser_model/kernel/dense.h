// Dense layers: their weights, stored as float16 in panels, and the product with them, where most of the time goes.

#include "lanes.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// Sums of TILE x PANEL numbers fill the registers of x86-64, a panel of DEEP columns a part of its first cache.
enum { PANEL = 8, ROWS = 4, TILE = 6, DEEP = 384 };

typedef struct { const half *weight; const float *bias; } Dense; // weight in panels, see `pack`

// Where in the 8 numbers of a column that of a row lies: 0 4 1 5 2 6 3 7, as `widened_high` takes them apart.
static inline int place_of(int row) { return row % PANEL < 4 ? row % PANEL * 2 : row % PANEL * 2 - 7; }

// (rows, columns) -> panels of 8 rows, in each the 8 numbers of a column together; rows that are missing are zero.
EXPORT(pack) void pack(const half *from, half *to, int rows, int columns) {
  for (int first = 0; first < rows; first += PANEL)
    for (int column = 0; column < columns; column++, to += PANEL)
      for (int row = first; row < first + PANEL; row++)
        to[place_of(row)] = row < rows ? from[row * columns + column] : 0;
}

// out (count, 8 of width) = begun + turned in (depth, count) x panel (depth, 8). Compilers that order the sums
// otherwise need more registers than there are.
static inline __attribute__((always_inline)) void tile(const float *in, const float *panel, const float *begun,
                                                       float *out, const int count, int begun_width, int width,
                                                       int depth) {
  lanes sum[TILE][2];
  for (int r = 0; r < count; r++)
    sum[r][0] = LOAD(begun + r * begun_width), sum[r][1] = LOAD(begun + r * begun_width + 4);
#pragma clang loop unroll(disable)
  for (int k = 0; k < depth; k += 2, in += 2 * count, panel += 2 * PANEL)
    for (int z = 0; z < 2; z++) {
      lanes left = LOAD(panel + z * PANEL), right = LOAD(panel + z * PANEL + 4);
      for (int r = 0; r < count; r++) {
        lanes x = wasm_v128_load32_splat(in + z * count + r);
        sum[r][0] = MUL_ADD(x, left, sum[r][0]);
        sum[r][1] = MUL_ADD(x, right, sum[r][1]);
        NOW(sum[r][0]);
        NOW(sum[r][1]);
      }
    }
  for (int r = 0; r < count; r++) STORE(out + r * width, sum[r][0]), STORE(out + r * width + 4, sum[r][1]);
}

// How many of the rows that are left one tile takes.
static inline int tile_of(int left) { return left % TILE ? ROWS : TILE; }

// out (rows, width) = in (rows, depth) x weight + bias; `room` has DEEP floats for each row, and a panel.
static void dense(Dense d, const float *in, float *out, int rows, int width, int depth, float *room) {
  float *panel = room + rows * DEEP;
  lanes bits = WIDE_BITS, scale = WIDE_SCALE;
  NOW(bits);
  NOW(scale);
  for (int begun = 0; begun < depth; begun += DEEP) {
    int deep = depth - begun < DEEP ? depth - begun : DEEP;
    float *to = room;
    for (int row = 0, count; row < rows; row += count) {
      count = tile_of(rows - row);
      for (int k = begun; k < begun + deep; k++)
        for (int r = row; r < row + count; r++) *to++ = in[r * depth + k];
    }
    for (int first = 0; first < width; first += PANEL) {
      const half *stored = d.weight + first * depth + begun * PANEL;
      for (int k = 0; k < deep * PANEL; k += PANEL) {
        lanes eight = LOAD(stored + k);
        STORE(panel + k, widened_high(wasm_i32x4_shl(eight, 16), bits, scale));
        STORE(panel + k + 4, widened_high(eight, bits, scale));
      }
      for (int row = 0, count; row < rows; row += count) {
        count = tile_of(rows - row);
        float *here = out + row * width + first;
        const float *before = begun ? here : d.bias + first, *turned = room + row * deep;
        if (count == TILE) tile(turned, panel, before, here, TILE, begun ? width : 0, width, deep);
        else tile(turned, panel, before, here, ROWS, begun ? width : 0, width, deep);
      }
    }
  }
}
