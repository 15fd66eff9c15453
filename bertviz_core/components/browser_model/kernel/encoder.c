// BertForPreTraining (Devlin et al., 2019), one text or pair at a time, for WebAssembly.
//
// Weights stay float16 as they are stored and are widened a panel at a time; all arithmetic is float32. Nothing is
// imported: whoever calls it places weights, input and output in the module's memory. `weights.js` is the other side.
// Sizes are the model's, but for HEAD; hidden and inner are multiples of 8. Rows come in fours, and lie so in memory.

#include "dense.h"

enum { HEAD = 32, HEAD_LANES = HEAD / 4 };

typedef struct { const float *scale, *shift; } Norm;
typedef struct {
  Dense query, key, value, joined;
  Norm after_attention;
  Dense wide, narrow;
  Norm after_network;
} Layer;
typedef struct {
  int hidden, heads, inner, layers, words; // words: of the vocabulary, rounded up to whole panels
  float epsilon;
  const half *word; // in panels
  const float *position, *segment;
  Norm embedded;
  const Layer *layer;
  Dense pooler;
  const float *next, *next_bias; // (2, hidden), (2)
  Dense transform;
  Norm transformed;
  const float *word_bias; // (words)
} Model;

EXPORT(widen) void widen(const half *from, float *to, int count) {
  for (int i = 0; i < count; i++) to[i] = widened_one(from[i]);
}

static int in_fours(int count) { return (count + ROWS - 1) & -ROWS; }

// Floats that `forward` needs to work in, of n tokens.
EXPORT(work_size) int work_size(const Model *m, int n) {
  return in_fours(n) * (5 * m->hidden + m->inner + DEEP + 1) + PANEL * DEEP + 2 * ROWS * m->hidden + ROWS;
}

static void gelu(float *x, int count) {
  for (int i = 0; i < count; i += 4) STORE(x + i, gelu_of(LOAD(x + i)));
}

// x (rows, width) = LayerNorm(x + added); nothing is added where that is 0.
static void norm(Norm by, float *x, const float *added, int rows, int width, float epsilon) {
  for (int row = 0; row < rows; row++, x += width) {
    lanes sum = ALL(0), squares = ALL(0);
    for (int k = 0; k < width; k += 4) {
      lanes y = added ? ADD(LOAD(x + k), LOAD(added + row * width + k)) : LOAD(x + k);
      STORE(x + k, y);
      sum = ADD(sum, y);
    }
    lanes mean = ALL(sum_of(sum) / width);
    for (int k = 0; k < width; k += 4) {
      lanes y = SUB(LOAD(x + k), mean);
      squares = ADD(squares, MUL(y, y));
    }
    lanes scale = ALL(1 / __builtin_sqrtf(sum_of(squares) / width + epsilon));
    for (int k = 0; k < width; k += 4) {
      lanes y = MUL(SUB(LOAD(x + k), mean), scale);
      STORE(x + k, ADD(MUL(y, LOAD(by.scale + k)), LOAD(by.shift + k)));
    }
  }
}

enum { BOTH, LEFT, RIGHT };

// Which tokens are special, and the side that the others look to; special ones look at each other only.
typedef struct { int side; const int *special; } Sight;

static void close_keys(Sight sight, float *row, int i, int n) {
  if (sight.side == BOTH) return;
  for (int j = 0; j < n; j++) {
    int open = sight.side == LEFT ? j <= i : j >= i;
    if (!(sight.special[j] || (open && !sight.special[i]))) row[j] = -1e30f;
  }
}

// The weights (n) of query i over all keys, in `row`: softmax(q k / sqrt(HEAD)); both begin at the head.
static void weigh(const float *query, const float *keys, float *row, int i, int n, int width, Sight sight) {
  lanes q[HEAD_LANES], sum = ALL(0);
  for (int z = 0; z < HEAD_LANES; z++) q[z] = MUL(LOAD(query + 4 * z), ALL(0.17677669529663687f));
  float most = -1e30f;
  for (int j = 0; j < n; j += 4, keys += 4 * width) {
    lanes product[4] = {ALL(0), ALL(0), ALL(0), ALL(0)};
    for (int z = 0; z < HEAD_LANES; z++)
      for (int r = 0; r < 4; r++) product[r] = MUL_ADD(q[z], LOAD(keys + r * width + 4 * z), product[r]);
    STORE(row + j, sums_of(product[0], product[1], product[2], product[3]));
  }
  close_keys(sight, row, i, n);
  for (int j = 0; j < n; j++) most = row[j] > most ? row[j] : most;
  for (int j = n; j < in_fours(n); j++) row[j] = -1e30f;
  for (int j = 0; j < n; j += 4) {
    lanes e = exp_of(SUB(LOAD(row + j), ALL(most)));
    STORE(row + j, e);
    sum = ADD(sum, e);
  }
  lanes share = ALL(1 / sum_of(sum));
  for (int j = 0; j < n; j += 4) STORE(row + j, MUL(LOAD(row + j), share));
}

// context (n, hidden) = attention x value; the weights (heads, n, n) go to `kept` where that is not 0.
static void attend(const Model *m, const float *q, const float *k, const float *v, float *context, float *kept, int n,
                   float *row, Sight sight) {
  int width = m->hidden;
  for (int at = 0; at < width; at += HEAD)
    for (int i = 0; i < n; i++) {
      lanes sum[HEAD_LANES];
      weigh(q + i * width + at, k + at, row, i, n, width, sight);
      if (kept) __builtin_memcpy(kept, row, n * sizeof(float)), kept += n;
      for (int z = 0; z < HEAD_LANES; z++) sum[z] = ALL(0);
      for (int j = 0; j < n; j++) {
        const float *value = v + j * width + at;
        for (int z = 0; z < HEAD_LANES; z++) sum[z] = MUL_ADD(ALL(row[j]), LOAD(value + 4 * z), sum[z]);
      }
      for (int z = 0; z < HEAD_LANES; z++) STORE(context + i * width + at + 4 * z, sum[z]);
    }
}

static void embed(const Model *m, const int *ids, const int *segments, float *x, int n) {
  for (int i = 0; i < n; i++, x += m->hidden) {
    const half *word = m->word + (ids[i] / PANEL) * m->hidden * PANEL + place_of(ids[i]);
    const float *position = m->position + i * m->hidden, *segment = m->segment + segments[i] * m->hidden;
    for (int d = 0; d < m->hidden; d++) x[d] = widened_one(word[d * PANEL]) + segment[d] + position[d];
  }
}

// Copies numbers to where they are kept, and returns where the next ones go; nothing is kept at 0.
static float *keep(float *to, const float *from, int count) {
  if (to) __builtin_memcpy(to, from, count * sizeof(float));
  return to ? to + count : 0;
}

// Runs one input of n tokens. What is not wanted is 0: attention (layers, heads, n, n), states (layers + 1, n, hidden),
// logits (places, words) of the `count` places, a multiple of 4, next (2). `work` has `work_size` floats. `steps` gets
// what the layer `followed` makes, (n, …) each: q, k, v, context, attention, the state between, wide, activated, narrow.
// `side` is LEFT or RIGHT where the attention to the other one is closed in all layers; `special` (n) then tells tokens.
EXPORT(forward) void forward(const Model *m, int n, const int *ids, const int *segments, int count, const int *places,
                             float *attention, float *states, float *logits, float *next, float *work, int followed,
                             float *steps, int side, const int *special) {
  int rows = in_fours(n), hidden = m->hidden, inner = m->inner, all = rows * hidden;
  float *x = work, *q = x + all, *k = q + all, *v = k + all, *context = v + all, *wide = context + all;
  float *room = wide + rows * inner, *some = room + (rows + PANEL) * DEEP;
  float *answer = some + ROWS * hidden, *row = answer + ROWS * hidden;
  __builtin_memset(work, 0, (char *)room - (char *)work);
  embed(m, ids, segments, x, n);
  norm(m->embedded, x, 0, n, hidden, m->epsilon);
  if (states) __builtin_memcpy(states, x, n * hidden * sizeof(float));
  for (int number = 0; number < m->layers; number++) {
    const Layer *layer = m->layer + number;
    float *step = number == followed ? steps : 0;
    dense(layer->query, x, q, rows, hidden, hidden, room);
    dense(layer->key, x, k, rows, hidden, hidden, room);
    dense(layer->value, x, v, rows, hidden, hidden, room);
    attend(m, q, k, v, context, attention ? attention + number * m->heads * n * n : 0, n, row, (Sight){side, special});
    step = keep(keep(keep(keep(step, q, n * hidden), k, n * hidden), v, n * hidden), context, n * hidden);
    dense(layer->joined, context, q, rows, hidden, hidden, room);
    step = keep(step, q, n * hidden);
    norm(layer->after_attention, x, q, rows, hidden, m->epsilon);
    step = keep(step, x, n * hidden);
    dense(layer->wide, x, wide, rows, inner, hidden, room);
    step = keep(step, wide, n * inner);
    gelu(wide, rows * inner);
    step = keep(step, wide, n * inner);
    dense(layer->narrow, wide, q, rows, hidden, inner, room);
    keep(step, q, n * hidden);
    norm(layer->after_network, x, q, rows, hidden, m->epsilon);
    if (states) __builtin_memcpy(states + (number + 1) * n * hidden, x, n * hidden * sizeof(float));
  }
  if (next) {
    __builtin_memcpy(some, x, hidden * sizeof(float)); // the other rows are not looked at
    dense(m->pooler, some, answer, ROWS, hidden, hidden, room);
    for (int j = 0; j < 2; j++) {
      lanes sum = ALL(0);
      for (int d = 0; d < hidden; d += 4)
        sum = ADD(sum, MUL(tanh_of(LOAD(answer + d)), LOAD(m->next + j * hidden + d)));
      next[j] = sum_of(sum) + m->next_bias[j];
    }
  }
  for (int first = 0; logits && first < count; first += ROWS) {
    for (int r = 0; r < ROWS; r++)
      __builtin_memcpy(some + r * hidden, x + places[first + r] * hidden, hidden * sizeof(float));
    dense(m->transform, some, answer, ROWS, hidden, hidden, room);
    gelu(answer, ROWS * hidden);
    norm(m->transformed, answer, 0, ROWS, hidden, m->epsilon);
    dense((Dense){m->word, m->word_bias}, answer, logits + first * m->words, ROWS, m->words, hidden, room);
  }
}
