from libc.stdint cimport uint64_t
from tabuleiro.core.position cimport Position
from tabuleiro.core.primitives cimport MoveList

# The loops of a network, written so that compilers turn them into vector instructions that every
# processor of the kind has. Sums of 16 bits wrap around, as in Python's version.
cdef extern from *:
    """
    #include <stdint.h>

    #define SUM_ROWS(WIDTH)                                                                     \
        for (int k = 0; k < WIDTH; k++) out[k] = bias[k];                                       \
        for (; i + 4 <= count; i += 4) {                                                        \
            const uint16_t *a = table + (long)WIDTH * rows[i];                                  \
            const uint16_t *b = table + (long)WIDTH * rows[i + 1];                              \
            const uint16_t *c = table + (long)WIDTH * rows[i + 2];                              \
            const uint16_t *d = table + (long)WIDTH * rows[i + 3];                              \
            for (int k = 0; k < WIDTH; k++) out[k] += a[k] + b[k] + c[k] + d[k];                \
        }                                                                                       \
        for (; i < count; i++) {                                                                \
            const uint16_t *a = table + (long)WIDTH * rows[i];                                  \
            for (int k = 0; k < WIDTH; k++) out[k] += a[k];                                     \
        }
    #define DOT(WIDTH) for (int k = 0; k < WIDTH; k++) sum += one[k] * other[k];

    static inline void add_rows(const uint16_t *bias, const uint16_t *table, const int *rows,
                                int count, int width, uint16_t *restrict out) {
        int i = 0;
        if (width == 64) { SUM_ROWS(64) } else if (width == 128) { SUM_ROWS(128) }
        else { SUM_ROWS(width) }
    }

    static inline void limit(short *values, int width, short most) {
        for (int k = 0; k < width; k++) {
            short value = values[k] < 0 ? 0 : values[k];
            values[k] = value > most ? most : value;
        }
    }

    static inline int multiply(const short *one, const short *other, int width) {
        int sum = 0;
        if (width == 16) { DOT(16) } else if (width == 32) { DOT(32) }
        else if (width == 64) { DOT(64) } else { DOT(width) }
        return sum;
    }
    """
    void add_rows(const void *bias, const void *table, const int *rows, int count, int width,
                  void *out) noexcept nogil
    void limit(short *values, int width, short most) noexcept nogil
    int multiply(const short *one, const short *other, int width) noexcept nogil

cdef inline int sum_rows(const short[::1] weights, int bias, int table, int[::1] rows, int count,
                         short[::1] out) noexcept nogil:
    add_rows(&weights[bias], &weights[table], &rows[0], count, <int>out.shape[0], &out[0])
    return 0

cdef inline int clamp(short[::1] values, int most) noexcept nogil:
    limit(&values[0], <int>values.shape[0], <short>most)
    return 0

cdef inline int dot(const short[::1] weights, int at, short[::1] values) noexcept nogil:
    return multiply(&weights[at], &values[0], <int>values.shape[0])

cdef int _ACTIVE, _LARGEST

cdef class FastEvaluator:
    cdef const short[::1] weights
    cdef int rows, heads, entries, entry_bias, move_rows  # where the parts begin
    cdef int width, policy_width, value_width, head_size, stride
    cdef int head  # where the output layer of the position begins
    cdef int[::1] active, logits
    cdef uint64_t[::1] notes
    cdef short[::1] hidden, inner, sensed
    cdef int set_position(self, Position position) except -1 nogil
    cdef int value(self) noexcept nogil
    cdef int prepare_moves(self) noexcept nogil
    cdef int set_logits(self, Position position, MoveList moves) except -1 nogil
