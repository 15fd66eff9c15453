// Four numbers at a time: what the encoder computes with, and the three functions that WebAssembly lacks.

#include <wasm_simd128.h>

typedef v128_t lanes;
typedef unsigned short half; // a float16 as it is stored

#define ALL wasm_f32x4_splat
#define ADD wasm_f32x4_add
#define SUB wasm_f32x4_sub
#define MUL wasm_f32x4_mul
#define LOAD wasm_v128_load
#define STORE wasm_v128_store

#ifdef RELAXED // one instruction where the processor has it; rounded once or twice, as it likes
#define MUL_ADD(a, b, c) __builtin_wasm_relaxed_madd_f32x4(a, b, c)
#else
#define MUL_ADD(a, b, c) ADD(MUL(a, b), c)
#endif

// Computes x here, whatever order the compiler likes, and forgets that it was a constant: browsers build a constant
// anew, in three instructions, wherever it is used.
#define NOW(x) __asm__ volatile("" : "+r"(x))

// Four float16 in the high halves of four integers; exact for zero, subnormal and normal numbers. `bits` and `scale`
// are WIDE_BITS and WIDE_SCALE.
static inline lanes widened_high(lanes stored, lanes bits, lanes scale) {
  return MUL(wasm_v128_and(wasm_i32x4_shr(stored, 3), bits), scale);
}

#define WIDE_BITS wasm_i32x4_splat(0x8fffe000)
#define WIDE_SCALE ALL(0x1p112f)

static inline float widened_one(half stored) {
  return wasm_f32x4_extract_lane(widened_high(wasm_i32x4_splat(stored << 16), WIDE_BITS, WIDE_SCALE), 0);
}

static inline float sum_of(lanes x) {
  return wasm_f32x4_extract_lane(x, 0) + wasm_f32x4_extract_lane(x, 1) + wasm_f32x4_extract_lane(x, 2) +
         wasm_f32x4_extract_lane(x, 3);
}

// The sums of four.
static inline lanes sums_of(lanes a, lanes b, lanes c, lanes d) {
  lanes ab = ADD(wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7));
  lanes cd = ADD(wasm_i32x4_shuffle(c, d, 0, 4, 1, 5), wasm_i32x4_shuffle(c, d, 2, 6, 3, 7));
  return ADD(wasm_i32x4_shuffle(ab, cd, 0, 1, 4, 5), wasm_i32x4_shuffle(ab, cd, 2, 3, 6, 7));
}

// By Horner's rule, the coefficient of the highest power first.
static inline lanes polynomial(const float *coefficients, int count, lanes x) {
  NOW(coefficients);
  lanes sum = wasm_v128_load32_splat(coefficients);
  for (int i = 1; i < count; i++) sum = MUL_ADD(sum, x, wasm_v128_load32_splat(coefficients + i));
  return sum;
}

// Of numbers up to 88. Cephes' polynomial (Moshier, 1989) after a power of two is taken out; relative error 1e-7.
static inline lanes exp_of(lanes x) {
  static const float fit[] = {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                              1.6666665459e-1f, 5.0000001201e-1f, 1, 1};
  x = wasm_f32x4_max(x, ALL(-87.f));
  lanes power = wasm_f32x4_nearest(MUL(x, ALL(1.44269504f)));
  lanes r = MUL_ADD(power, ALL(2.12194440e-4f), MUL_ADD(power, ALL(-0.693359375f), x));
  lanes exponent = wasm_i32x4_add(wasm_i32x4_trunc_sat_f32x4(power), wasm_i32x4_splat(127));
  return MUL(polynomial(fit, 8, r), wasm_i32x4_shl(exponent, 23));
}

// x times the share of a normal distribution below x: GELU itself, not its approximation by tanh. The
// complementary error function by the Chebyshev fit of Press et al. (1992), relative error 1.2e-7.
static inline lanes gelu_of(lanes x) {
  static const float fit[] = {0.17087277f, -0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f,
                              -0.18628806f, 0.09678418f, 0.37409196f, 1.00002368f, -1.26551223f};
  lanes z = MUL(wasm_f32x4_abs(x), ALL(0.70710678f));
  lanes t = wasm_f32x4_div(ALL(1), ADD(ALL(1), MUL(z, ALL(.5f))));
  lanes tail = MUL(MUL(t, exp_of(SUB(polynomial(fit, 10, t), MUL(z, z)))), ALL(.5f));
  return MUL(x, wasm_v128_bitselect(tail, SUB(ALL(1), tail), wasm_f32x4_lt(x, ALL(0))));
}

static inline lanes tanh_of(lanes x) {
  x = wasm_f32x4_min(wasm_f32x4_max(x, ALL(-10)), ALL(10));
  return SUB(ALL(1), wasm_f32x4_div(ALL(2), ADD(exp_of(MUL(x, ALL(2))), ALL(1))));
}
