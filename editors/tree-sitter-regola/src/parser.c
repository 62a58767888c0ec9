#include "tree_sitter/parser.h"

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

#define LANGUAGE_VERSION 14
#define STATE_COUNT 44
#define LARGE_STATE_COUNT 39
#define SYMBOL_COUNT 64
#define ALIAS_COUNT 3
#define TOKEN_COUNT 50
#define EXTERNAL_TOKEN_COUNT 0
#define FIELD_COUNT 3
#define MAX_ALIAS_SEQUENCE_LENGTH 4
#define PRODUCTION_ID_COUNT 6

enum ts_symbol_identifiers {
  sym_word = 1,
  anon_sym_given = 2,
  anon_sym_type = 3,
  anon_sym_then = 4,
  anon_sym_exception = 5,
  anon_sym_action = 6,
  anon_sym_assume = 7,
  anon_sym_change = 8,
  anon_sym_choice = 9,
  anon_sym_define = 10,
  anon_sym_enum = 11,
  anon_sym_erratum = 12,
  anon_sym_event = 13,
  anon_sym_example = 14,
  anon_sym_label = 15,
  anon_sym_limit = 16,
  anon_sym_modifiers = 17,
  anon_sym_path = 18,
  anon_sym_phase = 19,
  anon_sym_piece = 20,
  anon_sym_place = 21,
  anon_sym_players = 22,
  anon_sym_record = 23,
  anon_sym_rule = 24,
  anon_sym_scale = 25,
  anon_sym_sequence = 26,
  anon_sym_state = 27,
  anon_sym_table = 28,
  anon_sym_variant = 29,
  sym__indented = 30,
  sym__newline = 31,
  anon_sym_LPAREN = 32,
  sym_member = 33,
  sym_string = 34,
  sym_unfinished = 35,
  sym_section = 36,
  sym_number = 37,
  sym_value = 38,
  sym_bar = 39,
  anon_sym_DASH_GT = 40,
  anon_sym_DOT_DOT = 41,
  anon_sym_LT_EQ = 42,
  anon_sym_GT_EQ = 43,
  anon_sym_EQ_EQ = 44,
  anon_sym_BANG_EQ = 45,
  aux_sym_operator_token1 = 46,
  sym_bracket = 47,
  sym_other = 48,
  sym_comment = 49,
  sym_source_file = 50,
  sym_declaration = 51,
  sym_line = 52,
  sym_part = 53,
  sym__declares = 54,
  sym__within = 55,
  sym__kind = 56,
  sym_text = 57,
  sym_call = 58,
  sym_reference = 59,
  sym_operator = 60,
  aux_sym_source_file_repeat1 = 61,
  aux_sym_declaration_repeat1 = 62,
  aux_sym_declaration_repeat2 = 63,
  alias_sym_function = 64,
  alias_sym_language = 65,
  alias_sym_object = 66,
};

static const char * const ts_symbol_names[] = {
  [ts_builtin_sym_end] = "end",
  [sym_word] = "word",
  [anon_sym_given] = "given",
  [anon_sym_type] = "type",
  [anon_sym_then] = "then",
  [anon_sym_exception] = "exception",
  [anon_sym_action] = "action",
  [anon_sym_assume] = "assume",
  [anon_sym_change] = "change",
  [anon_sym_choice] = "choice",
  [anon_sym_define] = "define",
  [anon_sym_enum] = "enum",
  [anon_sym_erratum] = "erratum",
  [anon_sym_event] = "event",
  [anon_sym_example] = "example",
  [anon_sym_label] = "label",
  [anon_sym_limit] = "limit",
  [anon_sym_modifiers] = "modifiers",
  [anon_sym_path] = "path",
  [anon_sym_phase] = "phase",
  [anon_sym_piece] = "piece",
  [anon_sym_place] = "place",
  [anon_sym_players] = "players",
  [anon_sym_record] = "record",
  [anon_sym_rule] = "rule",
  [anon_sym_scale] = "scale",
  [anon_sym_sequence] = "sequence",
  [anon_sym_state] = "state",
  [anon_sym_table] = "table",
  [anon_sym_variant] = "variant",
  [sym__indented] = "_indented",
  [sym__newline] = "_newline",
  [anon_sym_LPAREN] = "(",
  [sym_member] = "member",
  [sym_string] = "string",
  [sym_unfinished] = "unfinished",
  [sym_section] = "section",
  [sym_number] = "number",
  [sym_value] = "value",
  [sym_bar] = "bar",
  [anon_sym_DASH_GT] = "->",
  [anon_sym_DOT_DOT] = "..",
  [anon_sym_LT_EQ] = "<=",
  [anon_sym_GT_EQ] = ">=",
  [anon_sym_EQ_EQ] = "==",
  [anon_sym_BANG_EQ] = "!=",
  [aux_sym_operator_token1] = "operator_token1",
  [sym_bracket] = "bracket",
  [sym_other] = "other",
  [sym_comment] = "comment",
  [sym_source_file] = "source_file",
  [sym_declaration] = "declaration",
  [sym_line] = "line",
  [sym_part] = "part",
  [sym__declares] = "kind",
  [sym__within] = "kind",
  [sym__kind] = "name",
  [sym_text] = "text",
  [sym_call] = "call",
  [sym_reference] = "reference",
  [sym_operator] = "operator",
  [aux_sym_source_file_repeat1] = "source_file_repeat1",
  [aux_sym_declaration_repeat1] = "declaration_repeat1",
  [aux_sym_declaration_repeat2] = "declaration_repeat2",
  [alias_sym_function] = "function",
  [alias_sym_language] = "language",
  [alias_sym_object] = "object",
};

static const TSSymbol ts_symbol_map[] = {
  [ts_builtin_sym_end] = ts_builtin_sym_end,
  [sym_word] = sym_word,
  [anon_sym_given] = anon_sym_given,
  [anon_sym_type] = anon_sym_type,
  [anon_sym_then] = anon_sym_then,
  [anon_sym_exception] = anon_sym_exception,
  [anon_sym_action] = anon_sym_action,
  [anon_sym_assume] = anon_sym_assume,
  [anon_sym_change] = anon_sym_change,
  [anon_sym_choice] = anon_sym_choice,
  [anon_sym_define] = anon_sym_define,
  [anon_sym_enum] = anon_sym_enum,
  [anon_sym_erratum] = anon_sym_erratum,
  [anon_sym_event] = anon_sym_event,
  [anon_sym_example] = anon_sym_example,
  [anon_sym_label] = anon_sym_label,
  [anon_sym_limit] = anon_sym_limit,
  [anon_sym_modifiers] = anon_sym_modifiers,
  [anon_sym_path] = anon_sym_path,
  [anon_sym_phase] = anon_sym_phase,
  [anon_sym_piece] = anon_sym_piece,
  [anon_sym_place] = anon_sym_place,
  [anon_sym_players] = anon_sym_players,
  [anon_sym_record] = anon_sym_record,
  [anon_sym_rule] = anon_sym_rule,
  [anon_sym_scale] = anon_sym_scale,
  [anon_sym_sequence] = anon_sym_sequence,
  [anon_sym_state] = anon_sym_state,
  [anon_sym_table] = anon_sym_table,
  [anon_sym_variant] = anon_sym_variant,
  [sym__indented] = sym__indented,
  [sym__newline] = sym__newline,
  [anon_sym_LPAREN] = anon_sym_LPAREN,
  [sym_member] = sym_member,
  [sym_string] = sym_string,
  [sym_unfinished] = sym_unfinished,
  [sym_section] = sym_section,
  [sym_number] = sym_number,
  [sym_value] = sym_value,
  [sym_bar] = sym_bar,
  [anon_sym_DASH_GT] = anon_sym_DASH_GT,
  [anon_sym_DOT_DOT] = anon_sym_DOT_DOT,
  [anon_sym_LT_EQ] = anon_sym_LT_EQ,
  [anon_sym_GT_EQ] = anon_sym_GT_EQ,
  [anon_sym_EQ_EQ] = anon_sym_EQ_EQ,
  [anon_sym_BANG_EQ] = anon_sym_BANG_EQ,
  [aux_sym_operator_token1] = aux_sym_operator_token1,
  [sym_bracket] = sym_bracket,
  [sym_other] = sym_other,
  [sym_comment] = sym_comment,
  [sym_source_file] = sym_source_file,
  [sym_declaration] = sym_declaration,
  [sym_line] = sym_line,
  [sym_part] = sym_part,
  [sym__declares] = sym__declares,
  [sym__within] = sym__declares,
  [sym__kind] = sym__kind,
  [sym_text] = sym_text,
  [sym_call] = sym_call,
  [sym_reference] = sym_reference,
  [sym_operator] = sym_operator,
  [aux_sym_source_file_repeat1] = aux_sym_source_file_repeat1,
  [aux_sym_declaration_repeat1] = aux_sym_declaration_repeat1,
  [aux_sym_declaration_repeat2] = aux_sym_declaration_repeat2,
  [alias_sym_function] = alias_sym_function,
  [alias_sym_language] = alias_sym_language,
  [alias_sym_object] = alias_sym_object,
};

static const TSSymbolMetadata ts_symbol_metadata[] = {
  [ts_builtin_sym_end] = {
    .visible = false,
    .named = true,
  },
  [sym_word] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_given] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_type] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_then] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_exception] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_action] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_assume] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_change] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_choice] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_define] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_enum] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_erratum] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_event] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_example] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_label] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_limit] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_modifiers] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_path] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_phase] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_piece] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_place] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_players] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_record] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_rule] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_scale] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_sequence] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_state] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_table] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_variant] = {
    .visible = true,
    .named = false,
  },
  [sym__indented] = {
    .visible = false,
    .named = true,
  },
  [sym__newline] = {
    .visible = false,
    .named = true,
  },
  [anon_sym_LPAREN] = {
    .visible = true,
    .named = false,
  },
  [sym_member] = {
    .visible = true,
    .named = true,
  },
  [sym_string] = {
    .visible = true,
    .named = true,
  },
  [sym_unfinished] = {
    .visible = true,
    .named = true,
  },
  [sym_section] = {
    .visible = true,
    .named = true,
  },
  [sym_number] = {
    .visible = true,
    .named = true,
  },
  [sym_value] = {
    .visible = true,
    .named = true,
  },
  [sym_bar] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_DASH_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOT_DOT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LT_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_GT_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_EQ_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_BANG_EQ] = {
    .visible = true,
    .named = false,
  },
  [aux_sym_operator_token1] = {
    .visible = false,
    .named = false,
  },
  [sym_bracket] = {
    .visible = true,
    .named = true,
  },
  [sym_other] = {
    .visible = true,
    .named = true,
  },
  [sym_comment] = {
    .visible = true,
    .named = true,
  },
  [sym_source_file] = {
    .visible = true,
    .named = true,
  },
  [sym_declaration] = {
    .visible = true,
    .named = true,
  },
  [sym_line] = {
    .visible = true,
    .named = true,
  },
  [sym_part] = {
    .visible = true,
    .named = true,
  },
  [sym__declares] = {
    .visible = true,
    .named = true,
  },
  [sym__within] = {
    .visible = true,
    .named = true,
  },
  [sym__kind] = {
    .visible = true,
    .named = true,
  },
  [sym_text] = {
    .visible = true,
    .named = true,
  },
  [sym_call] = {
    .visible = true,
    .named = true,
  },
  [sym_reference] = {
    .visible = true,
    .named = true,
  },
  [sym_operator] = {
    .visible = true,
    .named = true,
  },
  [aux_sym_source_file_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_declaration_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_declaration_repeat2] = {
    .visible = false,
    .named = false,
  },
  [alias_sym_function] = {
    .visible = true,
    .named = true,
  },
  [alias_sym_language] = {
    .visible = true,
    .named = true,
  },
  [alias_sym_object] = {
    .visible = true,
    .named = true,
  },
};

enum ts_field_identifiers {
  field_kind = 1,
  field_language = 2,
  field_name = 3,
};

static const char * const ts_field_names[] = {
  [0] = NULL,
  [field_kind] = "kind",
  [field_language] = "language",
  [field_name] = "name",
};

static const TSFieldMapSlice ts_field_map_slices[PRODUCTION_ID_COUNT] = {
  [2] = {.index = 0, .length = 1},
  [4] = {.index = 1, .length = 1},
  [5] = {.index = 2, .length = 2},
};

static const TSFieldMapEntry ts_field_map_entries[] = {
  [0] =
    {field_name, 0},
  [1] =
    {field_language, 0},
  [2] =
    {field_kind, 0},
    {field_name, 1},
};

static const TSSymbol ts_alias_sequences[PRODUCTION_ID_COUNT][MAX_ALIAS_SEQUENCE_LENGTH] = {
  [0] = {0},
  [1] = {
    [0] = sym_word,
  },
  [2] = {
    [0] = alias_sym_function,
  },
  [3] = {
    [0] = alias_sym_object,
  },
  [4] = {
    [0] = alias_sym_language,
  },
  [5] = {
    [1] = sym__kind,
  },
};

static const uint16_t ts_non_terminal_alias_map[] = {
  sym__kind, 4,
    sym__kind,
    alias_sym_function,
    alias_sym_object,
    sym_word,
  0,
};

static const TSStateId ts_primary_state_ids[STATE_COUNT] = {
  [0] = 0,
  [1] = 1,
  [2] = 2,
  [3] = 3,
  [4] = 4,
  [5] = 5,
  [6] = 6,
  [7] = 7,
  [8] = 8,
  [9] = 9,
  [10] = 10,
  [11] = 11,
  [12] = 12,
  [13] = 13,
  [14] = 14,
  [15] = 15,
  [16] = 16,
  [17] = 17,
  [18] = 18,
  [19] = 19,
  [20] = 20,
  [21] = 21,
  [22] = 22,
  [23] = 23,
  [24] = 24,
  [25] = 25,
  [26] = 26,
  [27] = 27,
  [28] = 28,
  [29] = 29,
  [30] = 30,
  [31] = 31,
  [32] = 32,
  [33] = 33,
  [34] = 34,
  [35] = 35,
  [36] = 36,
  [37] = 37,
  [38] = 28,
  [39] = 39,
  [40] = 40,
  [41] = 41,
  [42] = 42,
  [43] = 43,
};

static TSCharacterRange sym_member_character_set_1[] = {
  {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xaa, 0xaa}, {0xb5, 0xb5}, {0xba, 0xba}, {0xc0, 0xd6}, {0xd8, 0xf6},
  {0xf8, 0x2c1}, {0x2c6, 0x2d1}, {0x2e0, 0x2e4}, {0x2ec, 0x2ec}, {0x2ee, 0x2ee}, {0x370, 0x374}, {0x376, 0x377}, {0x37a, 0x37d},
  {0x37f, 0x37f}, {0x386, 0x386}, {0x388, 0x38a}, {0x38c, 0x38c}, {0x38e, 0x3a1}, {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x48a, 0x52f},
  {0x531, 0x556}, {0x559, 0x559}, {0x560, 0x588}, {0x5d0, 0x5ea}, {0x5ef, 0x5f2}, {0x620, 0x64a}, {0x66e, 0x66f}, {0x671, 0x6d3},
  {0x6d5, 0x6d5}, {0x6e5, 0x6e6}, {0x6ee, 0x6ef}, {0x6fa, 0x6fc}, {0x6ff, 0x6ff}, {0x710, 0x710}, {0x712, 0x72f}, {0x74d, 0x7a5},
  {0x7b1, 0x7b1}, {0x7ca, 0x7ea}, {0x7f4, 0x7f5}, {0x7fa, 0x7fa}, {0x800, 0x815}, {0x81a, 0x81a}, {0x824, 0x824}, {0x828, 0x828},
  {0x840, 0x858}, {0x860, 0x86a}, {0x870, 0x887}, {0x889, 0x88e}, {0x8a0, 0x8c9}, {0x904, 0x939}, {0x93d, 0x93d}, {0x950, 0x950},
  {0x958, 0x961}, {0x971, 0x980}, {0x985, 0x98c}, {0x98f, 0x990}, {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9},
  {0x9bd, 0x9bd}, {0x9ce, 0x9ce}, {0x9dc, 0x9dd}, {0x9df, 0x9e1}, {0x9f0, 0x9f1}, {0x9fc, 0x9fc}, {0xa05, 0xa0a}, {0xa0f, 0xa10},
  {0xa13, 0xa28}, {0xa2a, 0xa30}, {0xa32, 0xa33}, {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa59, 0xa5c}, {0xa5e, 0xa5e}, {0xa72, 0xa74},
  {0xa85, 0xa8d}, {0xa8f, 0xa91}, {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3}, {0xab5, 0xab9}, {0xabd, 0xabd}, {0xad0, 0xad0},
  {0xae0, 0xae1}, {0xaf9, 0xaf9}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30}, {0xb32, 0xb33}, {0xb35, 0xb39},
  {0xb3d, 0xb3d}, {0xb5c, 0xb5d}, {0xb5f, 0xb61}, {0xb71, 0xb71}, {0xb83, 0xb83}, {0xb85, 0xb8a}, {0xb8e, 0xb90}, {0xb92, 0xb95},
  {0xb99, 0xb9a}, {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa}, {0xbae, 0xbb9}, {0xbd0, 0xbd0}, {0xc05, 0xc0c},
  {0xc0e, 0xc10}, {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3d, 0xc3d}, {0xc58, 0xc5a}, {0xc5d, 0xc5d}, {0xc60, 0xc61}, {0xc80, 0xc80},
  {0xc85, 0xc8c}, {0xc8e, 0xc90}, {0xc92, 0xca8}, {0xcaa, 0xcb3}, {0xcb5, 0xcb9}, {0xcbd, 0xcbd}, {0xcdd, 0xcde}, {0xce0, 0xce1},
  {0xcf1, 0xcf2}, {0xd04, 0xd0c}, {0xd0e, 0xd10}, {0xd12, 0xd3a}, {0xd3d, 0xd3d}, {0xd4e, 0xd4e}, {0xd54, 0xd56}, {0xd5f, 0xd61},
  {0xd7a, 0xd7f}, {0xd85, 0xd96}, {0xd9a, 0xdb1}, {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6}, {0xe01, 0xe30}, {0xe32, 0xe33},
  {0xe40, 0xe46}, {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5}, {0xea7, 0xeb0}, {0xeb2, 0xeb3},
  {0xebd, 0xebd}, {0xec0, 0xec4}, {0xec6, 0xec6}, {0xedc, 0xedf}, {0xf00, 0xf00}, {0xf40, 0xf47}, {0xf49, 0xf6c}, {0xf88, 0xf8c},
  {0x1000, 0x102a}, {0x103f, 0x103f}, {0x1050, 0x1055}, {0x105a, 0x105d}, {0x1061, 0x1061}, {0x1065, 0x1066}, {0x106e, 0x1070}, {0x1075, 0x1081},
  {0x108e, 0x108e}, {0x10a0, 0x10c5}, {0x10c7, 0x10c7}, {0x10cd, 0x10cd}, {0x10d0, 0x10fa}, {0x10fc, 0x1248}, {0x124a, 0x124d}, {0x1250, 0x1256},
  {0x1258, 0x1258}, {0x125a, 0x125d}, {0x1260, 0x1288}, {0x128a, 0x128d}, {0x1290, 0x12b0}, {0x12b2, 0x12b5}, {0x12b8, 0x12be}, {0x12c0, 0x12c0},
  {0x12c2, 0x12c5}, {0x12c8, 0x12d6}, {0x12d8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135a}, {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd},
  {0x1401, 0x166c}, {0x166f, 0x167f}, {0x1681, 0x169a}, {0x16a0, 0x16ea}, {0x16f1, 0x16f8}, {0x1700, 0x1711}, {0x171f, 0x1731}, {0x1740, 0x1751},
  {0x1760, 0x176c}, {0x176e, 0x1770}, {0x1780, 0x17b3}, {0x17d7, 0x17d7}, {0x17dc, 0x17dc}, {0x1820, 0x1878}, {0x1880, 0x1884}, {0x1887, 0x18a8},
  {0x18aa, 0x18aa}, {0x18b0, 0x18f5}, {0x1900, 0x191e}, {0x1950, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9}, {0x1a00, 0x1a16},
  {0x1a20, 0x1a54}, {0x1aa7, 0x1aa7}, {0x1b05, 0x1b33}, {0x1b45, 0x1b4c}, {0x1b83, 0x1ba0}, {0x1bae, 0x1baf}, {0x1bba, 0x1be5}, {0x1c00, 0x1c23},
  {0x1c4d, 0x1c4f}, {0x1c5a, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba}, {0x1cbd, 0x1cbf}, {0x1ce9, 0x1cec}, {0x1cee, 0x1cf3}, {0x1cf5, 0x1cf6},
  {0x1cfa, 0x1cfa}, {0x1d00, 0x1dbf}, {0x1e00, 0x1f15}, {0x1f18, 0x1f1d}, {0x1f20, 0x1f45}, {0x1f48, 0x1f4d}, {0x1f50, 0x1f57}, {0x1f59, 0x1f59},
  {0x1f5b, 0x1f5b}, {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4}, {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe}, {0x1fc2, 0x1fc4}, {0x1fc6, 0x1fcc},
  {0x1fd0, 0x1fd3}, {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ffc}, {0x2071, 0x2071}, {0x207f, 0x207f}, {0x2090, 0x209c},
  {0x2102, 0x2102}, {0x2107, 0x2107}, {0x210a, 0x2113}, {0x2115, 0x2115}, {0x2119, 0x211d}, {0x2124, 0x2124}, {0x2126, 0x2126}, {0x2128, 0x2128},
  {0x212a, 0x212d}, {0x212f, 0x2139}, {0x213c, 0x213f}, {0x2145, 0x2149}, {0x214e, 0x214e}, {0x2183, 0x2184}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cee},
  {0x2cf2, 0x2cf3}, {0x2d00, 0x2d25}, {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d80, 0x2d96}, {0x2da0, 0x2da6},
  {0x2da8, 0x2dae}, {0x2db0, 0x2db6}, {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde}, {0x2e2f, 0x2e2f},
  {0x3005, 0x3006}, {0x3031, 0x3035}, {0x303b, 0x303c}, {0x3041, 0x3096}, {0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, {0x3105, 0x312f},
  {0x3131, 0x318e}, {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd},
  {0xa500, 0xa60c}, {0xa610, 0xa61f}, {0xa62a, 0xa62b}, {0xa640, 0xa66e}, {0xa67f, 0xa69d}, {0xa6a0, 0xa6e5}, {0xa717, 0xa71f}, {0xa722, 0xa788},
  {0xa78b, 0xa7ca}, {0xa7d0, 0xa7d1}, {0xa7d3, 0xa7d3}, {0xa7d5, 0xa7d9}, {0xa7f2, 0xa801}, {0xa803, 0xa805}, {0xa807, 0xa80a}, {0xa80c, 0xa822},
  {0xa840, 0xa873}, {0xa882, 0xa8b3}, {0xa8f2, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa8fe}, {0xa90a, 0xa925}, {0xa930, 0xa946}, {0xa960, 0xa97c},
  {0xa984, 0xa9b2}, {0xa9cf, 0xa9cf}, {0xa9e0, 0xa9e4}, {0xa9e6, 0xa9ef}, {0xa9fa, 0xa9fe}, {0xaa00, 0xaa28}, {0xaa40, 0xaa42}, {0xaa44, 0xaa4b},
  {0xaa60, 0xaa76}, {0xaa7a, 0xaa7a}, {0xaa7e, 0xaaaf}, {0xaab1, 0xaab1}, {0xaab5, 0xaab6}, {0xaab9, 0xaabd}, {0xaac0, 0xaac0}, {0xaac2, 0xaac2},
  {0xaadb, 0xaadd}, {0xaae0, 0xaaea}, {0xaaf2, 0xaaf4}, {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26}, {0xab28, 0xab2e},
  {0xab30, 0xab5a}, {0xab5c, 0xab69}, {0xab70, 0xabe2}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6}, {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d},
  {0xfa70, 0xfad9}, {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb1d}, {0xfb1f, 0xfb28}, {0xfb2a, 0xfb36}, {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e},
  {0xfb40, 0xfb41}, {0xfb43, 0xfb44}, {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7}, {0xfdf0, 0xfdfb}, {0xfe70, 0xfe74},
  {0xfe76, 0xfefc}, {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7}, {0xffca, 0xffcf}, {0xffd2, 0xffd7}, {0xffda, 0xffdc},
  {0x10000, 0x1000b}, {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d}, {0x10050, 0x1005d}, {0x10080, 0x100fa}, {0x10280, 0x1029c},
  {0x102a0, 0x102d0}, {0x10300, 0x1031f}, {0x1032d, 0x10340}, {0x10342, 0x10349}, {0x10350, 0x10375}, {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf},
  {0x10400, 0x1049d}, {0x104b0, 0x104d3}, {0x104d8, 0x104fb}, {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592},
  {0x10594, 0x10595}, {0x10597, 0x105a1}, {0x105a3, 0x105b1}, {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767},
  {0x10780, 0x10785}, {0x10787, 0x107b0}, {0x107b2, 0x107ba}, {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c},
  {0x1083f, 0x10855}, {0x10860, 0x10876}, {0x10880, 0x1089e}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x10900, 0x10915}, {0x10920, 0x1092b},
};

static TSCharacterRange sym_member_character_set_2[] = {
  {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xaa, 0xaa}, {0xb2, 0xb3}, {0xb5, 0xb5}, {0xb9, 0xba},
  {0xbc, 0xbe}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1}, {0x2c6, 0x2d1}, {0x2e0, 0x2e4}, {0x2ec, 0x2ec}, {0x2ee, 0x2ee},
  {0x370, 0x374}, {0x376, 0x377}, {0x37a, 0x37d}, {0x37f, 0x37f}, {0x386, 0x386}, {0x388, 0x38a}, {0x38c, 0x38c}, {0x38e, 0x3a1},
  {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x48a, 0x52f}, {0x531, 0x556}, {0x559, 0x559}, {0x560, 0x588}, {0x5d0, 0x5ea}, {0x5ef, 0x5f2},
  {0x620, 0x64a}, {0x660, 0x669}, {0x66e, 0x66f}, {0x671, 0x6d3}, {0x6d5, 0x6d5}, {0x6e5, 0x6e6}, {0x6ee, 0x6fc}, {0x6ff, 0x6ff},
  {0x710, 0x710}, {0x712, 0x72f}, {0x74d, 0x7a5}, {0x7b1, 0x7b1}, {0x7c0, 0x7ea}, {0x7f4, 0x7f5}, {0x7fa, 0x7fa}, {0x800, 0x815},
  {0x81a, 0x81a}, {0x824, 0x824}, {0x828, 0x828}, {0x840, 0x858}, {0x860, 0x86a}, {0x870, 0x887}, {0x889, 0x88e}, {0x8a0, 0x8c9},
  {0x904, 0x939}, {0x93d, 0x93d}, {0x950, 0x950}, {0x958, 0x961}, {0x966, 0x96f}, {0x971, 0x980}, {0x985, 0x98c}, {0x98f, 0x990},
  {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9}, {0x9bd, 0x9bd}, {0x9ce, 0x9ce}, {0x9dc, 0x9dd}, {0x9df, 0x9e1},
  {0x9e6, 0x9f1}, {0x9f4, 0x9f9}, {0x9fc, 0x9fc}, {0xa05, 0xa0a}, {0xa0f, 0xa10}, {0xa13, 0xa28}, {0xa2a, 0xa30}, {0xa32, 0xa33},
  {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa59, 0xa5c}, {0xa5e, 0xa5e}, {0xa66, 0xa6f}, {0xa72, 0xa74}, {0xa85, 0xa8d}, {0xa8f, 0xa91},
  {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3}, {0xab5, 0xab9}, {0xabd, 0xabd}, {0xad0, 0xad0}, {0xae0, 0xae1}, {0xae6, 0xaef},
  {0xaf9, 0xaf9}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30}, {0xb32, 0xb33}, {0xb35, 0xb39}, {0xb3d, 0xb3d},
  {0xb5c, 0xb5d}, {0xb5f, 0xb61}, {0xb66, 0xb6f}, {0xb71, 0xb77}, {0xb83, 0xb83}, {0xb85, 0xb8a}, {0xb8e, 0xb90}, {0xb92, 0xb95},
  {0xb99, 0xb9a}, {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa}, {0xbae, 0xbb9}, {0xbd0, 0xbd0}, {0xbe6, 0xbf2},
  {0xc05, 0xc0c}, {0xc0e, 0xc10}, {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3d, 0xc3d}, {0xc58, 0xc5a}, {0xc5d, 0xc5d}, {0xc60, 0xc61},
  {0xc66, 0xc6f}, {0xc78, 0xc7e}, {0xc80, 0xc80}, {0xc85, 0xc8c}, {0xc8e, 0xc90}, {0xc92, 0xca8}, {0xcaa, 0xcb3}, {0xcb5, 0xcb9},
  {0xcbd, 0xcbd}, {0xcdd, 0xcde}, {0xce0, 0xce1}, {0xce6, 0xcef}, {0xcf1, 0xcf2}, {0xd04, 0xd0c}, {0xd0e, 0xd10}, {0xd12, 0xd3a},
  {0xd3d, 0xd3d}, {0xd4e, 0xd4e}, {0xd54, 0xd56}, {0xd58, 0xd61}, {0xd66, 0xd78}, {0xd7a, 0xd7f}, {0xd85, 0xd96}, {0xd9a, 0xdb1},
  {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6}, {0xde6, 0xdef}, {0xe01, 0xe30}, {0xe32, 0xe33}, {0xe40, 0xe46}, {0xe50, 0xe59},
  {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5}, {0xea7, 0xeb0}, {0xeb2, 0xeb3}, {0xebd, 0xebd},
  {0xec0, 0xec4}, {0xec6, 0xec6}, {0xed0, 0xed9}, {0xedc, 0xedf}, {0xf00, 0xf00}, {0xf20, 0xf33}, {0xf40, 0xf47}, {0xf49, 0xf6c},
  {0xf88, 0xf8c}, {0x1000, 0x102a}, {0x103f, 0x1049}, {0x1050, 0x1055}, {0x105a, 0x105d}, {0x1061, 0x1061}, {0x1065, 0x1066}, {0x106e, 0x1070},
  {0x1075, 0x1081}, {0x108e, 0x108e}, {0x1090, 0x1099}, {0x10a0, 0x10c5}, {0x10c7, 0x10c7}, {0x10cd, 0x10cd}, {0x10d0, 0x10fa}, {0x10fc, 0x1248},
  {0x124a, 0x124d}, {0x1250, 0x1256}, {0x1258, 0x1258}, {0x125a, 0x125d}, {0x1260, 0x1288}, {0x128a, 0x128d}, {0x1290, 0x12b0}, {0x12b2, 0x12b5},
  {0x12b8, 0x12be}, {0x12c0, 0x12c0}, {0x12c2, 0x12c5}, {0x12c8, 0x12d6}, {0x12d8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135a}, {0x1369, 0x137c},
  {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd}, {0x1401, 0x166c}, {0x166f, 0x167f}, {0x1681, 0x169a}, {0x16a0, 0x16ea}, {0x16ee, 0x16f8},
  {0x1700, 0x1711}, {0x171f, 0x1731}, {0x1740, 0x1751}, {0x1760, 0x176c}, {0x176e, 0x1770}, {0x1780, 0x17b3}, {0x17d7, 0x17d7}, {0x17dc, 0x17dc},
  {0x17e0, 0x17e9}, {0x17f0, 0x17f9}, {0x1810, 0x1819}, {0x1820, 0x1878}, {0x1880, 0x1884}, {0x1887, 0x18a8}, {0x18aa, 0x18aa}, {0x18b0, 0x18f5},
  {0x1900, 0x191e}, {0x1946, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9}, {0x19d0, 0x19da}, {0x1a00, 0x1a16}, {0x1a20, 0x1a54},
  {0x1a80, 0x1a89}, {0x1a90, 0x1a99}, {0x1aa7, 0x1aa7}, {0x1b05, 0x1b33}, {0x1b45, 0x1b4c}, {0x1b50, 0x1b59}, {0x1b83, 0x1ba0}, {0x1bae, 0x1be5},
  {0x1c00, 0x1c23}, {0x1c40, 0x1c49}, {0x1c4d, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba}, {0x1cbd, 0x1cbf}, {0x1ce9, 0x1cec}, {0x1cee, 0x1cf3},
  {0x1cf5, 0x1cf6}, {0x1cfa, 0x1cfa}, {0x1d00, 0x1dbf}, {0x1e00, 0x1f15}, {0x1f18, 0x1f1d}, {0x1f20, 0x1f45}, {0x1f48, 0x1f4d}, {0x1f50, 0x1f57},
  {0x1f59, 0x1f59}, {0x1f5b, 0x1f5b}, {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4}, {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe}, {0x1fc2, 0x1fc4},
  {0x1fc6, 0x1fcc}, {0x1fd0, 0x1fd3}, {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ffc}, {0x2070, 0x2071}, {0x2074, 0x2079},
  {0x207f, 0x2089}, {0x2090, 0x209c}, {0x2102, 0x2102}, {0x2107, 0x2107}, {0x210a, 0x2113}, {0x2115, 0x2115}, {0x2119, 0x211d}, {0x2124, 0x2124},
  {0x2126, 0x2126}, {0x2128, 0x2128}, {0x212a, 0x212d}, {0x212f, 0x2139}, {0x213c, 0x213f}, {0x2145, 0x2149}, {0x214e, 0x214e}, {0x2150, 0x2189},
  {0x2460, 0x249b}, {0x24ea, 0x24ff}, {0x2776, 0x2793}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cee}, {0x2cf2, 0x2cf3}, {0x2cfd, 0x2cfd}, {0x2d00, 0x2d25},
  {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d80, 0x2d96}, {0x2da0, 0x2da6}, {0x2da8, 0x2dae}, {0x2db0, 0x2db6},
  {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde}, {0x2e2f, 0x2e2f}, {0x3005, 0x3007}, {0x3021, 0x3029},
  {0x3031, 0x3035}, {0x3038, 0x303c}, {0x3041, 0x3096}, {0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, {0x3105, 0x312f}, {0x3131, 0x318e},
  {0x3192, 0x3195}, {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3220, 0x3229}, {0x3248, 0x324f}, {0x3251, 0x325f}, {0x3280, 0x3289}, {0x32b1, 0x32bf},
  {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd}, {0xa500, 0xa60c}, {0xa610, 0xa62b}, {0xa640, 0xa66e},
  {0xa67f, 0xa69d}, {0xa6a0, 0xa6ef}, {0xa717, 0xa71f}, {0xa722, 0xa788}, {0xa78b, 0xa7ca}, {0xa7d0, 0xa7d1}, {0xa7d3, 0xa7d3}, {0xa7d5, 0xa7d9},
  {0xa7f2, 0xa801}, {0xa803, 0xa805}, {0xa807, 0xa80a}, {0xa80c, 0xa822}, {0xa830, 0xa835}, {0xa840, 0xa873}, {0xa882, 0xa8b3}, {0xa8d0, 0xa8d9},
  {0xa8f2, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa8fe}, {0xa900, 0xa925}, {0xa930, 0xa946}, {0xa960, 0xa97c}, {0xa984, 0xa9b2}, {0xa9cf, 0xa9d9},
  {0xa9e0, 0xa9e4}, {0xa9e6, 0xa9fe}, {0xaa00, 0xaa28}, {0xaa40, 0xaa42}, {0xaa44, 0xaa4b}, {0xaa50, 0xaa59}, {0xaa60, 0xaa76}, {0xaa7a, 0xaa7a},
  {0xaa7e, 0xaaaf}, {0xaab1, 0xaab1}, {0xaab5, 0xaab6}, {0xaab9, 0xaabd}, {0xaac0, 0xaac0}, {0xaac2, 0xaac2}, {0xaadb, 0xaadd}, {0xaae0, 0xaaea},
  {0xaaf2, 0xaaf4}, {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26}, {0xab28, 0xab2e}, {0xab30, 0xab5a}, {0xab5c, 0xab69},
  {0xab70, 0xabe2}, {0xabf0, 0xabf9}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6}, {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d}, {0xfa70, 0xfad9},
  {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb1d}, {0xfb1f, 0xfb28}, {0xfb2a, 0xfb36}, {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e}, {0xfb40, 0xfb41},
  {0xfb43, 0xfb44}, {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7}, {0xfdf0, 0xfdfb}, {0xfe70, 0xfe74}, {0xfe76, 0xfefc},
  {0xff10, 0xff19}, {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7}, {0xffca, 0xffcf}, {0xffd2, 0xffd7}, {0xffda, 0xffdc},
  {0x10000, 0x1000b}, {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d}, {0x10050, 0x1005d}, {0x10080, 0x100fa}, {0x10107, 0x10133},
  {0x10140, 0x10178}, {0x1018a, 0x1018b}, {0x10280, 0x1029c}, {0x102a0, 0x102d0}, {0x102e1, 0x102fb}, {0x10300, 0x10323}, {0x1032d, 0x1034a}, {0x10350, 0x10375},
  {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf}, {0x103d1, 0x103d5}, {0x10400, 0x1049d}, {0x104a0, 0x104a9}, {0x104b0, 0x104d3}, {0x104d8, 0x104fb},
  {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592}, {0x10594, 0x10595}, {0x10597, 0x105a1}, {0x105a3, 0x105b1},
  {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767}, {0x10780, 0x10785}, {0x10787, 0x107b0}, {0x107b2, 0x107ba},
  {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c}, {0x1083f, 0x10855}, {0x10858, 0x10876}, {0x10879, 0x1089e},
  {0x108a7, 0x108af}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x108fb, 0x1091b}, {0x10920, 0x1092b},
};

static TSCharacterRange sym_word_character_set_1[] = {
  {'A', 'Z'}, {'a', 'z'}, {0xaa, 0xaa}, {0xb5, 0xb5}, {0xba, 0xba}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1},
  {0x2c6, 0x2d1}, {0x2e0, 0x2e4}, {0x2ec, 0x2ec}, {0x2ee, 0x2ee}, {0x370, 0x374}, {0x376, 0x377}, {0x37a, 0x37d}, {0x37f, 0x37f},
  {0x386, 0x386}, {0x388, 0x38a}, {0x38c, 0x38c}, {0x38e, 0x3a1}, {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x48a, 0x52f}, {0x531, 0x556},
  {0x559, 0x559}, {0x560, 0x588}, {0x5d0, 0x5ea}, {0x5ef, 0x5f2}, {0x620, 0x64a}, {0x66e, 0x66f}, {0x671, 0x6d3}, {0x6d5, 0x6d5},
  {0x6e5, 0x6e6}, {0x6ee, 0x6ef}, {0x6fa, 0x6fc}, {0x6ff, 0x6ff}, {0x710, 0x710}, {0x712, 0x72f}, {0x74d, 0x7a5}, {0x7b1, 0x7b1},
  {0x7ca, 0x7ea}, {0x7f4, 0x7f5}, {0x7fa, 0x7fa}, {0x800, 0x815}, {0x81a, 0x81a}, {0x824, 0x824}, {0x828, 0x828}, {0x840, 0x858},
  {0x860, 0x86a}, {0x870, 0x887}, {0x889, 0x88e}, {0x8a0, 0x8c9}, {0x904, 0x939}, {0x93d, 0x93d}, {0x950, 0x950}, {0x958, 0x961},
  {0x971, 0x980}, {0x985, 0x98c}, {0x98f, 0x990}, {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9}, {0x9bd, 0x9bd},
  {0x9ce, 0x9ce}, {0x9dc, 0x9dd}, {0x9df, 0x9e1}, {0x9f0, 0x9f1}, {0x9fc, 0x9fc}, {0xa05, 0xa0a}, {0xa0f, 0xa10}, {0xa13, 0xa28},
  {0xa2a, 0xa30}, {0xa32, 0xa33}, {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa59, 0xa5c}, {0xa5e, 0xa5e}, {0xa72, 0xa74}, {0xa85, 0xa8d},
  {0xa8f, 0xa91}, {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3}, {0xab5, 0xab9}, {0xabd, 0xabd}, {0xad0, 0xad0}, {0xae0, 0xae1},
  {0xaf9, 0xaf9}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30}, {0xb32, 0xb33}, {0xb35, 0xb39}, {0xb3d, 0xb3d},
  {0xb5c, 0xb5d}, {0xb5f, 0xb61}, {0xb71, 0xb71}, {0xb83, 0xb83}, {0xb85, 0xb8a}, {0xb8e, 0xb90}, {0xb92, 0xb95}, {0xb99, 0xb9a},
  {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa}, {0xbae, 0xbb9}, {0xbd0, 0xbd0}, {0xc05, 0xc0c}, {0xc0e, 0xc10},
  {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3d, 0xc3d}, {0xc58, 0xc5a}, {0xc5d, 0xc5d}, {0xc60, 0xc61}, {0xc80, 0xc80}, {0xc85, 0xc8c},
  {0xc8e, 0xc90}, {0xc92, 0xca8}, {0xcaa, 0xcb3}, {0xcb5, 0xcb9}, {0xcbd, 0xcbd}, {0xcdd, 0xcde}, {0xce0, 0xce1}, {0xcf1, 0xcf2},
  {0xd04, 0xd0c}, {0xd0e, 0xd10}, {0xd12, 0xd3a}, {0xd3d, 0xd3d}, {0xd4e, 0xd4e}, {0xd54, 0xd56}, {0xd5f, 0xd61}, {0xd7a, 0xd7f},
  {0xd85, 0xd96}, {0xd9a, 0xdb1}, {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6}, {0xe01, 0xe30}, {0xe32, 0xe33}, {0xe40, 0xe46},
  {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5}, {0xea7, 0xeb0}, {0xeb2, 0xeb3}, {0xebd, 0xebd},
  {0xec0, 0xec4}, {0xec6, 0xec6}, {0xedc, 0xedf}, {0xf00, 0xf00}, {0xf40, 0xf47}, {0xf49, 0xf6c}, {0xf88, 0xf8c}, {0x1000, 0x102a},
  {0x103f, 0x103f}, {0x1050, 0x1055}, {0x105a, 0x105d}, {0x1061, 0x1061}, {0x1065, 0x1066}, {0x106e, 0x1070}, {0x1075, 0x1081}, {0x108e, 0x108e},
  {0x10a0, 0x10c5}, {0x10c7, 0x10c7}, {0x10cd, 0x10cd}, {0x10d0, 0x10fa}, {0x10fc, 0x1248}, {0x124a, 0x124d}, {0x1250, 0x1256}, {0x1258, 0x1258},
  {0x125a, 0x125d}, {0x1260, 0x1288}, {0x128a, 0x128d}, {0x1290, 0x12b0}, {0x12b2, 0x12b5}, {0x12b8, 0x12be}, {0x12c0, 0x12c0}, {0x12c2, 0x12c5},
  {0x12c8, 0x12d6}, {0x12d8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135a}, {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd}, {0x1401, 0x166c},
  {0x166f, 0x167f}, {0x1681, 0x169a}, {0x16a0, 0x16ea}, {0x16f1, 0x16f8}, {0x1700, 0x1711}, {0x171f, 0x1731}, {0x1740, 0x1751}, {0x1760, 0x176c},
  {0x176e, 0x1770}, {0x1780, 0x17b3}, {0x17d7, 0x17d7}, {0x17dc, 0x17dc}, {0x1820, 0x1878}, {0x1880, 0x1884}, {0x1887, 0x18a8}, {0x18aa, 0x18aa},
  {0x18b0, 0x18f5}, {0x1900, 0x191e}, {0x1950, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9}, {0x1a00, 0x1a16}, {0x1a20, 0x1a54},
  {0x1aa7, 0x1aa7}, {0x1b05, 0x1b33}, {0x1b45, 0x1b4c}, {0x1b83, 0x1ba0}, {0x1bae, 0x1baf}, {0x1bba, 0x1be5}, {0x1c00, 0x1c23}, {0x1c4d, 0x1c4f},
  {0x1c5a, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba}, {0x1cbd, 0x1cbf}, {0x1ce9, 0x1cec}, {0x1cee, 0x1cf3}, {0x1cf5, 0x1cf6}, {0x1cfa, 0x1cfa},
  {0x1d00, 0x1dbf}, {0x1e00, 0x1f15}, {0x1f18, 0x1f1d}, {0x1f20, 0x1f45}, {0x1f48, 0x1f4d}, {0x1f50, 0x1f57}, {0x1f59, 0x1f59}, {0x1f5b, 0x1f5b},
  {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4}, {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe}, {0x1fc2, 0x1fc4}, {0x1fc6, 0x1fcc}, {0x1fd0, 0x1fd3},
  {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ffc}, {0x2071, 0x2071}, {0x207f, 0x207f}, {0x2090, 0x209c}, {0x2102, 0x2102},
  {0x2107, 0x2107}, {0x210a, 0x2113}, {0x2115, 0x2115}, {0x2119, 0x211d}, {0x2124, 0x2124}, {0x2126, 0x2126}, {0x2128, 0x2128}, {0x212a, 0x212d},
  {0x212f, 0x2139}, {0x213c, 0x213f}, {0x2145, 0x2149}, {0x214e, 0x214e}, {0x2183, 0x2184}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cee}, {0x2cf2, 0x2cf3},
  {0x2d00, 0x2d25}, {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d80, 0x2d96}, {0x2da0, 0x2da6}, {0x2da8, 0x2dae},
  {0x2db0, 0x2db6}, {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde}, {0x2e2f, 0x2e2f}, {0x3005, 0x3006},
  {0x3031, 0x3035}, {0x303b, 0x303c}, {0x3041, 0x3096}, {0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, {0x3105, 0x312f}, {0x3131, 0x318e},
  {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd}, {0xa500, 0xa60c},
  {0xa610, 0xa61f}, {0xa62a, 0xa62b}, {0xa640, 0xa66e}, {0xa67f, 0xa69d}, {0xa6a0, 0xa6e5}, {0xa717, 0xa71f}, {0xa722, 0xa788}, {0xa78b, 0xa7ca},
  {0xa7d0, 0xa7d1}, {0xa7d3, 0xa7d3}, {0xa7d5, 0xa7d9}, {0xa7f2, 0xa801}, {0xa803, 0xa805}, {0xa807, 0xa80a}, {0xa80c, 0xa822}, {0xa840, 0xa873},
  {0xa882, 0xa8b3}, {0xa8f2, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa8fe}, {0xa90a, 0xa925}, {0xa930, 0xa946}, {0xa960, 0xa97c}, {0xa984, 0xa9b2},
  {0xa9cf, 0xa9cf}, {0xa9e0, 0xa9e4}, {0xa9e6, 0xa9ef}, {0xa9fa, 0xa9fe}, {0xaa00, 0xaa28}, {0xaa40, 0xaa42}, {0xaa44, 0xaa4b}, {0xaa60, 0xaa76},
  {0xaa7a, 0xaa7a}, {0xaa7e, 0xaaaf}, {0xaab1, 0xaab1}, {0xaab5, 0xaab6}, {0xaab9, 0xaabd}, {0xaac0, 0xaac0}, {0xaac2, 0xaac2}, {0xaadb, 0xaadd},
  {0xaae0, 0xaaea}, {0xaaf2, 0xaaf4}, {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26}, {0xab28, 0xab2e}, {0xab30, 0xab5a},
  {0xab5c, 0xab69}, {0xab70, 0xabe2}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6}, {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d}, {0xfa70, 0xfad9},
  {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb1d}, {0xfb1f, 0xfb28}, {0xfb2a, 0xfb36}, {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e}, {0xfb40, 0xfb41},
  {0xfb43, 0xfb44}, {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7}, {0xfdf0, 0xfdfb}, {0xfe70, 0xfe74}, {0xfe76, 0xfefc},
  {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7}, {0xffca, 0xffcf}, {0xffd2, 0xffd7}, {0xffda, 0xffdc}, {0x10000, 0x1000b},
  {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d}, {0x10050, 0x1005d}, {0x10080, 0x100fa}, {0x10280, 0x1029c}, {0x102a0, 0x102d0},
  {0x10300, 0x1031f}, {0x1032d, 0x10340}, {0x10342, 0x10349}, {0x10350, 0x10375}, {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf}, {0x10400, 0x1049d},
  {0x104b0, 0x104d3}, {0x104d8, 0x104fb}, {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592}, {0x10594, 0x10595},
  {0x10597, 0x105a1}, {0x105a3, 0x105b1}, {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767}, {0x10780, 0x10785},
  {0x10787, 0x107b0}, {0x107b2, 0x107ba}, {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c}, {0x1083f, 0x10855},
  {0x10860, 0x10876}, {0x10880, 0x1089e}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x10900, 0x10915}, {0x10920, 0x1092b},
};

static TSCharacterRange sym_word_character_set_2[] = {
  {'-', '-'}, {'/', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xaa, 0xaa}, {0xb2, 0xb3}, {0xb5, 0xb5},
  {0xb9, 0xba}, {0xbc, 0xbe}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1}, {0x2c6, 0x2d1}, {0x2e0, 0x2e4}, {0x2ec, 0x2ec},
  {0x2ee, 0x2ee}, {0x370, 0x374}, {0x376, 0x377}, {0x37a, 0x37d}, {0x37f, 0x37f}, {0x386, 0x386}, {0x388, 0x38a}, {0x38c, 0x38c},
  {0x38e, 0x3a1}, {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x48a, 0x52f}, {0x531, 0x556}, {0x559, 0x559}, {0x560, 0x588}, {0x5d0, 0x5ea},
  {0x5ef, 0x5f2}, {0x620, 0x64a}, {0x660, 0x669}, {0x66e, 0x66f}, {0x671, 0x6d3}, {0x6d5, 0x6d5}, {0x6e5, 0x6e6}, {0x6ee, 0x6fc},
  {0x6ff, 0x6ff}, {0x710, 0x710}, {0x712, 0x72f}, {0x74d, 0x7a5}, {0x7b1, 0x7b1}, {0x7c0, 0x7ea}, {0x7f4, 0x7f5}, {0x7fa, 0x7fa},
  {0x800, 0x815}, {0x81a, 0x81a}, {0x824, 0x824}, {0x828, 0x828}, {0x840, 0x858}, {0x860, 0x86a}, {0x870, 0x887}, {0x889, 0x88e},
  {0x8a0, 0x8c9}, {0x904, 0x939}, {0x93d, 0x93d}, {0x950, 0x950}, {0x958, 0x961}, {0x966, 0x96f}, {0x971, 0x980}, {0x985, 0x98c},
  {0x98f, 0x990}, {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9}, {0x9bd, 0x9bd}, {0x9ce, 0x9ce}, {0x9dc, 0x9dd},
  {0x9df, 0x9e1}, {0x9e6, 0x9f1}, {0x9f4, 0x9f9}, {0x9fc, 0x9fc}, {0xa05, 0xa0a}, {0xa0f, 0xa10}, {0xa13, 0xa28}, {0xa2a, 0xa30},
  {0xa32, 0xa33}, {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa59, 0xa5c}, {0xa5e, 0xa5e}, {0xa66, 0xa6f}, {0xa72, 0xa74}, {0xa85, 0xa8d},
  {0xa8f, 0xa91}, {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3}, {0xab5, 0xab9}, {0xabd, 0xabd}, {0xad0, 0xad0}, {0xae0, 0xae1},
  {0xae6, 0xaef}, {0xaf9, 0xaf9}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30}, {0xb32, 0xb33}, {0xb35, 0xb39},
  {0xb3d, 0xb3d}, {0xb5c, 0xb5d}, {0xb5f, 0xb61}, {0xb66, 0xb6f}, {0xb71, 0xb77}, {0xb83, 0xb83}, {0xb85, 0xb8a}, {0xb8e, 0xb90},
  {0xb92, 0xb95}, {0xb99, 0xb9a}, {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa}, {0xbae, 0xbb9}, {0xbd0, 0xbd0},
  {0xbe6, 0xbf2}, {0xc05, 0xc0c}, {0xc0e, 0xc10}, {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3d, 0xc3d}, {0xc58, 0xc5a}, {0xc5d, 0xc5d},
  {0xc60, 0xc61}, {0xc66, 0xc6f}, {0xc78, 0xc7e}, {0xc80, 0xc80}, {0xc85, 0xc8c}, {0xc8e, 0xc90}, {0xc92, 0xca8}, {0xcaa, 0xcb3},
  {0xcb5, 0xcb9}, {0xcbd, 0xcbd}, {0xcdd, 0xcde}, {0xce0, 0xce1}, {0xce6, 0xcef}, {0xcf1, 0xcf2}, {0xd04, 0xd0c}, {0xd0e, 0xd10},
  {0xd12, 0xd3a}, {0xd3d, 0xd3d}, {0xd4e, 0xd4e}, {0xd54, 0xd56}, {0xd58, 0xd61}, {0xd66, 0xd78}, {0xd7a, 0xd7f}, {0xd85, 0xd96},
  {0xd9a, 0xdb1}, {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6}, {0xde6, 0xdef}, {0xe01, 0xe30}, {0xe32, 0xe33}, {0xe40, 0xe46},
  {0xe50, 0xe59}, {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5}, {0xea7, 0xeb0}, {0xeb2, 0xeb3},
  {0xebd, 0xebd}, {0xec0, 0xec4}, {0xec6, 0xec6}, {0xed0, 0xed9}, {0xedc, 0xedf}, {0xf00, 0xf00}, {0xf20, 0xf33}, {0xf40, 0xf47},
  {0xf49, 0xf6c}, {0xf88, 0xf8c}, {0x1000, 0x102a}, {0x103f, 0x1049}, {0x1050, 0x1055}, {0x105a, 0x105d}, {0x1061, 0x1061}, {0x1065, 0x1066},
  {0x106e, 0x1070}, {0x1075, 0x1081}, {0x108e, 0x108e}, {0x1090, 0x1099}, {0x10a0, 0x10c5}, {0x10c7, 0x10c7}, {0x10cd, 0x10cd}, {0x10d0, 0x10fa},
  {0x10fc, 0x1248}, {0x124a, 0x124d}, {0x1250, 0x1256}, {0x1258, 0x1258}, {0x125a, 0x125d}, {0x1260, 0x1288}, {0x128a, 0x128d}, {0x1290, 0x12b0},
  {0x12b2, 0x12b5}, {0x12b8, 0x12be}, {0x12c0, 0x12c0}, {0x12c2, 0x12c5}, {0x12c8, 0x12d6}, {0x12d8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135a},
  {0x1369, 0x137c}, {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd}, {0x1401, 0x166c}, {0x166f, 0x167f}, {0x1681, 0x169a}, {0x16a0, 0x16ea},
  {0x16ee, 0x16f8}, {0x1700, 0x1711}, {0x171f, 0x1731}, {0x1740, 0x1751}, {0x1760, 0x176c}, {0x176e, 0x1770}, {0x1780, 0x17b3}, {0x17d7, 0x17d7},
  {0x17dc, 0x17dc}, {0x17e0, 0x17e9}, {0x17f0, 0x17f9}, {0x1810, 0x1819}, {0x1820, 0x1878}, {0x1880, 0x1884}, {0x1887, 0x18a8}, {0x18aa, 0x18aa},
  {0x18b0, 0x18f5}, {0x1900, 0x191e}, {0x1946, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9}, {0x19d0, 0x19da}, {0x1a00, 0x1a16},
  {0x1a20, 0x1a54}, {0x1a80, 0x1a89}, {0x1a90, 0x1a99}, {0x1aa7, 0x1aa7}, {0x1b05, 0x1b33}, {0x1b45, 0x1b4c}, {0x1b50, 0x1b59}, {0x1b83, 0x1ba0},
  {0x1bae, 0x1be5}, {0x1c00, 0x1c23}, {0x1c40, 0x1c49}, {0x1c4d, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba}, {0x1cbd, 0x1cbf}, {0x1ce9, 0x1cec},
  {0x1cee, 0x1cf3}, {0x1cf5, 0x1cf6}, {0x1cfa, 0x1cfa}, {0x1d00, 0x1dbf}, {0x1e00, 0x1f15}, {0x1f18, 0x1f1d}, {0x1f20, 0x1f45}, {0x1f48, 0x1f4d},
  {0x1f50, 0x1f57}, {0x1f59, 0x1f59}, {0x1f5b, 0x1f5b}, {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4}, {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe},
  {0x1fc2, 0x1fc4}, {0x1fc6, 0x1fcc}, {0x1fd0, 0x1fd3}, {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ffc}, {0x2070, 0x2071},
  {0x2074, 0x2079}, {0x207f, 0x2089}, {0x2090, 0x209c}, {0x2102, 0x2102}, {0x2107, 0x2107}, {0x210a, 0x2113}, {0x2115, 0x2115}, {0x2119, 0x211d},
  {0x2124, 0x2124}, {0x2126, 0x2126}, {0x2128, 0x2128}, {0x212a, 0x212d}, {0x212f, 0x2139}, {0x213c, 0x213f}, {0x2145, 0x2149}, {0x214e, 0x214e},
  {0x2150, 0x2189}, {0x2460, 0x249b}, {0x24ea, 0x24ff}, {0x2776, 0x2793}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cee}, {0x2cf2, 0x2cf3}, {0x2cfd, 0x2cfd},
  {0x2d00, 0x2d25}, {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d80, 0x2d96}, {0x2da0, 0x2da6}, {0x2da8, 0x2dae},
  {0x2db0, 0x2db6}, {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde}, {0x2e2f, 0x2e2f}, {0x3005, 0x3007},
  {0x3021, 0x3029}, {0x3031, 0x3035}, {0x3038, 0x303c}, {0x3041, 0x3096}, {0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, {0x3105, 0x312f},
  {0x3131, 0x318e}, {0x3192, 0x3195}, {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3220, 0x3229}, {0x3248, 0x324f}, {0x3251, 0x325f}, {0x3280, 0x3289},
  {0x32b1, 0x32bf}, {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd}, {0xa500, 0xa60c}, {0xa610, 0xa62b},
  {0xa640, 0xa66e}, {0xa67f, 0xa69d}, {0xa6a0, 0xa6ef}, {0xa717, 0xa71f}, {0xa722, 0xa788}, {0xa78b, 0xa7ca}, {0xa7d0, 0xa7d1}, {0xa7d3, 0xa7d3},
  {0xa7d5, 0xa7d9}, {0xa7f2, 0xa801}, {0xa803, 0xa805}, {0xa807, 0xa80a}, {0xa80c, 0xa822}, {0xa830, 0xa835}, {0xa840, 0xa873}, {0xa882, 0xa8b3},
  {0xa8d0, 0xa8d9}, {0xa8f2, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa8fe}, {0xa900, 0xa925}, {0xa930, 0xa946}, {0xa960, 0xa97c}, {0xa984, 0xa9b2},
  {0xa9cf, 0xa9d9}, {0xa9e0, 0xa9e4}, {0xa9e6, 0xa9fe}, {0xaa00, 0xaa28}, {0xaa40, 0xaa42}, {0xaa44, 0xaa4b}, {0xaa50, 0xaa59}, {0xaa60, 0xaa76},
  {0xaa7a, 0xaa7a}, {0xaa7e, 0xaaaf}, {0xaab1, 0xaab1}, {0xaab5, 0xaab6}, {0xaab9, 0xaabd}, {0xaac0, 0xaac0}, {0xaac2, 0xaac2}, {0xaadb, 0xaadd},
  {0xaae0, 0xaaea}, {0xaaf2, 0xaaf4}, {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26}, {0xab28, 0xab2e}, {0xab30, 0xab5a},
  {0xab5c, 0xab69}, {0xab70, 0xabe2}, {0xabf0, 0xabf9}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6}, {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d},
  {0xfa70, 0xfad9}, {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb1d}, {0xfb1f, 0xfb28}, {0xfb2a, 0xfb36}, {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e},
  {0xfb40, 0xfb41}, {0xfb43, 0xfb44}, {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7}, {0xfdf0, 0xfdfb}, {0xfe70, 0xfe74},
  {0xfe76, 0xfefc}, {0xff10, 0xff19}, {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7}, {0xffca, 0xffcf}, {0xffd2, 0xffd7},
  {0xffda, 0xffdc}, {0x10000, 0x1000b}, {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d}, {0x10050, 0x1005d}, {0x10080, 0x100fa},
  {0x10107, 0x10133}, {0x10140, 0x10178}, {0x1018a, 0x1018b}, {0x10280, 0x1029c}, {0x102a0, 0x102d0}, {0x102e1, 0x102fb}, {0x10300, 0x10323}, {0x1032d, 0x1034a},
  {0x10350, 0x10375}, {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf}, {0x103d1, 0x103d5}, {0x10400, 0x1049d}, {0x104a0, 0x104a9}, {0x104b0, 0x104d3},
  {0x104d8, 0x104fb}, {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592}, {0x10594, 0x10595}, {0x10597, 0x105a1},
  {0x105a3, 0x105b1}, {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767}, {0x10780, 0x10785}, {0x10787, 0x107b0},
  {0x107b2, 0x107ba}, {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c}, {0x1083f, 0x10855}, {0x10858, 0x10876},
  {0x10879, 0x1089e}, {0x108a7, 0x108af}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x108fb, 0x1091b}, {0x10920, 0x1092b},
};

static TSCharacterRange sym_section_character_set_1[] = {
  {'\t', '\t'}, {' ', ' '}, {',', '.'}, {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xaa, 0xaa},
  {0xb2, 0xb3}, {0xb5, 0xb5}, {0xb9, 0xba}, {0xbc, 0xbe}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1}, {0x2c6, 0x2d1},
  {0x2e0, 0x2e4}, {0x2ec, 0x2ec}, {0x2ee, 0x2ee}, {0x370, 0x374}, {0x376, 0x377}, {0x37a, 0x37d}, {0x37f, 0x37f}, {0x386, 0x386},
  {0x388, 0x38a}, {0x38c, 0x38c}, {0x38e, 0x3a1}, {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x48a, 0x52f}, {0x531, 0x556}, {0x559, 0x559},
  {0x560, 0x588}, {0x5d0, 0x5ea}, {0x5ef, 0x5f2}, {0x620, 0x64a}, {0x660, 0x669}, {0x66e, 0x66f}, {0x671, 0x6d3}, {0x6d5, 0x6d5},
  {0x6e5, 0x6e6}, {0x6ee, 0x6fc}, {0x6ff, 0x6ff}, {0x710, 0x710}, {0x712, 0x72f}, {0x74d, 0x7a5}, {0x7b1, 0x7b1}, {0x7c0, 0x7ea},
  {0x7f4, 0x7f5}, {0x7fa, 0x7fa}, {0x800, 0x815}, {0x81a, 0x81a}, {0x824, 0x824}, {0x828, 0x828}, {0x840, 0x858}, {0x860, 0x86a},
  {0x870, 0x887}, {0x889, 0x88e}, {0x8a0, 0x8c9}, {0x904, 0x939}, {0x93d, 0x93d}, {0x950, 0x950}, {0x958, 0x961}, {0x966, 0x96f},
  {0x971, 0x980}, {0x985, 0x98c}, {0x98f, 0x990}, {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9}, {0x9bd, 0x9bd},
  {0x9ce, 0x9ce}, {0x9dc, 0x9dd}, {0x9df, 0x9e1}, {0x9e6, 0x9f1}, {0x9f4, 0x9f9}, {0x9fc, 0x9fc}, {0xa05, 0xa0a}, {0xa0f, 0xa10},
  {0xa13, 0xa28}, {0xa2a, 0xa30}, {0xa32, 0xa33}, {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa59, 0xa5c}, {0xa5e, 0xa5e}, {0xa66, 0xa6f},
  {0xa72, 0xa74}, {0xa85, 0xa8d}, {0xa8f, 0xa91}, {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3}, {0xab5, 0xab9}, {0xabd, 0xabd},
  {0xad0, 0xad0}, {0xae0, 0xae1}, {0xae6, 0xaef}, {0xaf9, 0xaf9}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30},
  {0xb32, 0xb33}, {0xb35, 0xb39}, {0xb3d, 0xb3d}, {0xb5c, 0xb5d}, {0xb5f, 0xb61}, {0xb66, 0xb6f}, {0xb71, 0xb77}, {0xb83, 0xb83},
  {0xb85, 0xb8a}, {0xb8e, 0xb90}, {0xb92, 0xb95}, {0xb99, 0xb9a}, {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa},
  {0xbae, 0xbb9}, {0xbd0, 0xbd0}, {0xbe6, 0xbf2}, {0xc05, 0xc0c}, {0xc0e, 0xc10}, {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3d, 0xc3d},
  {0xc58, 0xc5a}, {0xc5d, 0xc5d}, {0xc60, 0xc61}, {0xc66, 0xc6f}, {0xc78, 0xc7e}, {0xc80, 0xc80}, {0xc85, 0xc8c}, {0xc8e, 0xc90},
  {0xc92, 0xca8}, {0xcaa, 0xcb3}, {0xcb5, 0xcb9}, {0xcbd, 0xcbd}, {0xcdd, 0xcde}, {0xce0, 0xce1}, {0xce6, 0xcef}, {0xcf1, 0xcf2},
  {0xd04, 0xd0c}, {0xd0e, 0xd10}, {0xd12, 0xd3a}, {0xd3d, 0xd3d}, {0xd4e, 0xd4e}, {0xd54, 0xd56}, {0xd58, 0xd61}, {0xd66, 0xd78},
  {0xd7a, 0xd7f}, {0xd85, 0xd96}, {0xd9a, 0xdb1}, {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6}, {0xde6, 0xdef}, {0xe01, 0xe30},
  {0xe32, 0xe33}, {0xe40, 0xe46}, {0xe50, 0xe59}, {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5},
  {0xea7, 0xeb0}, {0xeb2, 0xeb3}, {0xebd, 0xebd}, {0xec0, 0xec4}, {0xec6, 0xec6}, {0xed0, 0xed9}, {0xedc, 0xedf}, {0xf00, 0xf00},
  {0xf20, 0xf33}, {0xf40, 0xf47}, {0xf49, 0xf6c}, {0xf88, 0xf8c}, {0x1000, 0x102a}, {0x103f, 0x1049}, {0x1050, 0x1055}, {0x105a, 0x105d},
  {0x1061, 0x1061}, {0x1065, 0x1066}, {0x106e, 0x1070}, {0x1075, 0x1081}, {0x108e, 0x108e}, {0x1090, 0x1099}, {0x10a0, 0x10c5}, {0x10c7, 0x10c7},
  {0x10cd, 0x10cd}, {0x10d0, 0x10fa}, {0x10fc, 0x1248}, {0x124a, 0x124d}, {0x1250, 0x1256}, {0x1258, 0x1258}, {0x125a, 0x125d}, {0x1260, 0x1288},
  {0x128a, 0x128d}, {0x1290, 0x12b0}, {0x12b2, 0x12b5}, {0x12b8, 0x12be}, {0x12c0, 0x12c0}, {0x12c2, 0x12c5}, {0x12c8, 0x12d6}, {0x12d8, 0x1310},
  {0x1312, 0x1315}, {0x1318, 0x135a}, {0x1369, 0x137c}, {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd}, {0x1401, 0x166c}, {0x166f, 0x167f},
  {0x1681, 0x169a}, {0x16a0, 0x16ea}, {0x16ee, 0x16f8}, {0x1700, 0x1711}, {0x171f, 0x1731}, {0x1740, 0x1751}, {0x1760, 0x176c}, {0x176e, 0x1770},
  {0x1780, 0x17b3}, {0x17d7, 0x17d7}, {0x17dc, 0x17dc}, {0x17e0, 0x17e9}, {0x17f0, 0x17f9}, {0x1810, 0x1819}, {0x1820, 0x1878}, {0x1880, 0x1884},
  {0x1887, 0x18a8}, {0x18aa, 0x18aa}, {0x18b0, 0x18f5}, {0x1900, 0x191e}, {0x1946, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9},
  {0x19d0, 0x19da}, {0x1a00, 0x1a16}, {0x1a20, 0x1a54}, {0x1a80, 0x1a89}, {0x1a90, 0x1a99}, {0x1aa7, 0x1aa7}, {0x1b05, 0x1b33}, {0x1b45, 0x1b4c},
  {0x1b50, 0x1b59}, {0x1b83, 0x1ba0}, {0x1bae, 0x1be5}, {0x1c00, 0x1c23}, {0x1c40, 0x1c49}, {0x1c4d, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba},
  {0x1cbd, 0x1cbf}, {0x1ce9, 0x1cec}, {0x1cee, 0x1cf3}, {0x1cf5, 0x1cf6}, {0x1cfa, 0x1cfa}, {0x1d00, 0x1dbf}, {0x1e00, 0x1f15}, {0x1f18, 0x1f1d},
  {0x1f20, 0x1f45}, {0x1f48, 0x1f4d}, {0x1f50, 0x1f57}, {0x1f59, 0x1f59}, {0x1f5b, 0x1f5b}, {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4},
  {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe}, {0x1fc2, 0x1fc4}, {0x1fc6, 0x1fcc}, {0x1fd0, 0x1fd3}, {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4},
  {0x1ff6, 0x1ffc}, {0x2070, 0x2071}, {0x2074, 0x2079}, {0x207f, 0x2089}, {0x2090, 0x209c}, {0x2102, 0x2102}, {0x2107, 0x2107}, {0x210a, 0x2113},
  {0x2115, 0x2115}, {0x2119, 0x211d}, {0x2124, 0x2124}, {0x2126, 0x2126}, {0x2128, 0x2128}, {0x212a, 0x212d}, {0x212f, 0x2139}, {0x213c, 0x213f},
  {0x2145, 0x2149}, {0x214e, 0x214e}, {0x2150, 0x2189}, {0x2460, 0x249b}, {0x24ea, 0x24ff}, {0x2776, 0x2793}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cee},
  {0x2cf2, 0x2cf3}, {0x2cfd, 0x2cfd}, {0x2d00, 0x2d25}, {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d80, 0x2d96},
  {0x2da0, 0x2da6}, {0x2da8, 0x2dae}, {0x2db0, 0x2db6}, {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde},
  {0x2e2f, 0x2e2f}, {0x3005, 0x3007}, {0x3021, 0x3029}, {0x3031, 0x3035}, {0x3038, 0x303c}, {0x3041, 0x3096}, {0x309d, 0x309f}, {0x30a1, 0x30fa},
  {0x30fc, 0x30ff}, {0x3105, 0x312f}, {0x3131, 0x318e}, {0x3192, 0x3195}, {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3220, 0x3229}, {0x3248, 0x324f},
  {0x3251, 0x325f}, {0x3280, 0x3289}, {0x32b1, 0x32bf}, {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd},
  {0xa500, 0xa60c}, {0xa610, 0xa62b}, {0xa640, 0xa66e}, {0xa67f, 0xa69d}, {0xa6a0, 0xa6ef}, {0xa717, 0xa71f}, {0xa722, 0xa788}, {0xa78b, 0xa7ca},
  {0xa7d0, 0xa7d1}, {0xa7d3, 0xa7d3}, {0xa7d5, 0xa7d9}, {0xa7f2, 0xa801}, {0xa803, 0xa805}, {0xa807, 0xa80a}, {0xa80c, 0xa822}, {0xa830, 0xa835},
  {0xa840, 0xa873}, {0xa882, 0xa8b3}, {0xa8d0, 0xa8d9}, {0xa8f2, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa8fe}, {0xa900, 0xa925}, {0xa930, 0xa946},
  {0xa960, 0xa97c}, {0xa984, 0xa9b2}, {0xa9cf, 0xa9d9}, {0xa9e0, 0xa9e4}, {0xa9e6, 0xa9fe}, {0xaa00, 0xaa28}, {0xaa40, 0xaa42}, {0xaa44, 0xaa4b},
  {0xaa50, 0xaa59}, {0xaa60, 0xaa76}, {0xaa7a, 0xaa7a}, {0xaa7e, 0xaaaf}, {0xaab1, 0xaab1}, {0xaab5, 0xaab6}, {0xaab9, 0xaabd}, {0xaac0, 0xaac0},
  {0xaac2, 0xaac2}, {0xaadb, 0xaadd}, {0xaae0, 0xaaea}, {0xaaf2, 0xaaf4}, {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26},
  {0xab28, 0xab2e}, {0xab30, 0xab5a}, {0xab5c, 0xab69}, {0xab70, 0xabe2}, {0xabf0, 0xabf9}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6},
  {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d}, {0xfa70, 0xfad9}, {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb1d}, {0xfb1f, 0xfb28}, {0xfb2a, 0xfb36},
  {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e}, {0xfb40, 0xfb41}, {0xfb43, 0xfb44}, {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7},
  {0xfdf0, 0xfdfb}, {0xfe70, 0xfe74}, {0xfe76, 0xfefc}, {0xff10, 0xff19}, {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7},
  {0xffca, 0xffcf}, {0xffd2, 0xffd7}, {0xffda, 0xffdc}, {0x10000, 0x1000b}, {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d},
  {0x10050, 0x1005d}, {0x10080, 0x100fa}, {0x10107, 0x10133}, {0x10140, 0x10178}, {0x1018a, 0x1018b}, {0x10280, 0x1029c}, {0x102a0, 0x102d0}, {0x102e1, 0x102fb},
  {0x10300, 0x10323}, {0x1032d, 0x1034a}, {0x10350, 0x10375}, {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf}, {0x103d1, 0x103d5}, {0x10400, 0x1049d},
  {0x104a0, 0x104a9}, {0x104b0, 0x104d3}, {0x104d8, 0x104fb}, {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592},
  {0x10594, 0x10595}, {0x10597, 0x105a1}, {0x105a3, 0x105b1}, {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767},
  {0x10780, 0x10785}, {0x10787, 0x107b0}, {0x107b2, 0x107ba}, {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c},
  {0x1083f, 0x10855}, {0x10858, 0x10876}, {0x10879, 0x1089e}, {0x108a7, 0x108af}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x108fb, 0x1091b}, {0x10920, 0x1092b},
};

static TSCharacterRange sym_value_character_set_1[] = {
  {'-', '-'}, {'/', ':'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xaa, 0xaa}, {0xb2, 0xb3}, {0xb5, 0xb5},
  {0xb9, 0xba}, {0xbc, 0xbe}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1}, {0x2c6, 0x2d1}, {0x2e0, 0x2e4}, {0x2ec, 0x2ec},
  {0x2ee, 0x2ee}, {0x370, 0x374}, {0x376, 0x377}, {0x37a, 0x37d}, {0x37f, 0x37f}, {0x386, 0x386}, {0x388, 0x38a}, {0x38c, 0x38c},
  {0x38e, 0x3a1}, {0x3a3, 0x3f5}, {0x3f7, 0x481}, {0x48a, 0x52f}, {0x531, 0x556}, {0x559, 0x559}, {0x560, 0x588}, {0x5d0, 0x5ea},
  {0x5ef, 0x5f2}, {0x620, 0x64a}, {0x660, 0x669}, {0x66e, 0x66f}, {0x671, 0x6d3}, {0x6d5, 0x6d5}, {0x6e5, 0x6e6}, {0x6ee, 0x6fc},
  {0x6ff, 0x6ff}, {0x710, 0x710}, {0x712, 0x72f}, {0x74d, 0x7a5}, {0x7b1, 0x7b1}, {0x7c0, 0x7ea}, {0x7f4, 0x7f5}, {0x7fa, 0x7fa},
  {0x800, 0x815}, {0x81a, 0x81a}, {0x824, 0x824}, {0x828, 0x828}, {0x840, 0x858}, {0x860, 0x86a}, {0x870, 0x887}, {0x889, 0x88e},
  {0x8a0, 0x8c9}, {0x904, 0x939}, {0x93d, 0x93d}, {0x950, 0x950}, {0x958, 0x961}, {0x966, 0x96f}, {0x971, 0x980}, {0x985, 0x98c},
  {0x98f, 0x990}, {0x993, 0x9a8}, {0x9aa, 0x9b0}, {0x9b2, 0x9b2}, {0x9b6, 0x9b9}, {0x9bd, 0x9bd}, {0x9ce, 0x9ce}, {0x9dc, 0x9dd},
  {0x9df, 0x9e1}, {0x9e6, 0x9f1}, {0x9f4, 0x9f9}, {0x9fc, 0x9fc}, {0xa05, 0xa0a}, {0xa0f, 0xa10}, {0xa13, 0xa28}, {0xa2a, 0xa30},
  {0xa32, 0xa33}, {0xa35, 0xa36}, {0xa38, 0xa39}, {0xa59, 0xa5c}, {0xa5e, 0xa5e}, {0xa66, 0xa6f}, {0xa72, 0xa74}, {0xa85, 0xa8d},
  {0xa8f, 0xa91}, {0xa93, 0xaa8}, {0xaaa, 0xab0}, {0xab2, 0xab3}, {0xab5, 0xab9}, {0xabd, 0xabd}, {0xad0, 0xad0}, {0xae0, 0xae1},
  {0xae6, 0xaef}, {0xaf9, 0xaf9}, {0xb05, 0xb0c}, {0xb0f, 0xb10}, {0xb13, 0xb28}, {0xb2a, 0xb30}, {0xb32, 0xb33}, {0xb35, 0xb39},
  {0xb3d, 0xb3d}, {0xb5c, 0xb5d}, {0xb5f, 0xb61}, {0xb66, 0xb6f}, {0xb71, 0xb77}, {0xb83, 0xb83}, {0xb85, 0xb8a}, {0xb8e, 0xb90},
  {0xb92, 0xb95}, {0xb99, 0xb9a}, {0xb9c, 0xb9c}, {0xb9e, 0xb9f}, {0xba3, 0xba4}, {0xba8, 0xbaa}, {0xbae, 0xbb9}, {0xbd0, 0xbd0},
  {0xbe6, 0xbf2}, {0xc05, 0xc0c}, {0xc0e, 0xc10}, {0xc12, 0xc28}, {0xc2a, 0xc39}, {0xc3d, 0xc3d}, {0xc58, 0xc5a}, {0xc5d, 0xc5d},
  {0xc60, 0xc61}, {0xc66, 0xc6f}, {0xc78, 0xc7e}, {0xc80, 0xc80}, {0xc85, 0xc8c}, {0xc8e, 0xc90}, {0xc92, 0xca8}, {0xcaa, 0xcb3},
  {0xcb5, 0xcb9}, {0xcbd, 0xcbd}, {0xcdd, 0xcde}, {0xce0, 0xce1}, {0xce6, 0xcef}, {0xcf1, 0xcf2}, {0xd04, 0xd0c}, {0xd0e, 0xd10},
  {0xd12, 0xd3a}, {0xd3d, 0xd3d}, {0xd4e, 0xd4e}, {0xd54, 0xd56}, {0xd58, 0xd61}, {0xd66, 0xd78}, {0xd7a, 0xd7f}, {0xd85, 0xd96},
  {0xd9a, 0xdb1}, {0xdb3, 0xdbb}, {0xdbd, 0xdbd}, {0xdc0, 0xdc6}, {0xde6, 0xdef}, {0xe01, 0xe30}, {0xe32, 0xe33}, {0xe40, 0xe46},
  {0xe50, 0xe59}, {0xe81, 0xe82}, {0xe84, 0xe84}, {0xe86, 0xe8a}, {0xe8c, 0xea3}, {0xea5, 0xea5}, {0xea7, 0xeb0}, {0xeb2, 0xeb3},
  {0xebd, 0xebd}, {0xec0, 0xec4}, {0xec6, 0xec6}, {0xed0, 0xed9}, {0xedc, 0xedf}, {0xf00, 0xf00}, {0xf20, 0xf33}, {0xf40, 0xf47},
  {0xf49, 0xf6c}, {0xf88, 0xf8c}, {0x1000, 0x102a}, {0x103f, 0x1049}, {0x1050, 0x1055}, {0x105a, 0x105d}, {0x1061, 0x1061}, {0x1065, 0x1066},
  {0x106e, 0x1070}, {0x1075, 0x1081}, {0x108e, 0x108e}, {0x1090, 0x1099}, {0x10a0, 0x10c5}, {0x10c7, 0x10c7}, {0x10cd, 0x10cd}, {0x10d0, 0x10fa},
  {0x10fc, 0x1248}, {0x124a, 0x124d}, {0x1250, 0x1256}, {0x1258, 0x1258}, {0x125a, 0x125d}, {0x1260, 0x1288}, {0x128a, 0x128d}, {0x1290, 0x12b0},
  {0x12b2, 0x12b5}, {0x12b8, 0x12be}, {0x12c0, 0x12c0}, {0x12c2, 0x12c5}, {0x12c8, 0x12d6}, {0x12d8, 0x1310}, {0x1312, 0x1315}, {0x1318, 0x135a},
  {0x1369, 0x137c}, {0x1380, 0x138f}, {0x13a0, 0x13f5}, {0x13f8, 0x13fd}, {0x1401, 0x166c}, {0x166f, 0x167f}, {0x1681, 0x169a}, {0x16a0, 0x16ea},
  {0x16ee, 0x16f8}, {0x1700, 0x1711}, {0x171f, 0x1731}, {0x1740, 0x1751}, {0x1760, 0x176c}, {0x176e, 0x1770}, {0x1780, 0x17b3}, {0x17d7, 0x17d7},
  {0x17dc, 0x17dc}, {0x17e0, 0x17e9}, {0x17f0, 0x17f9}, {0x1810, 0x1819}, {0x1820, 0x1878}, {0x1880, 0x1884}, {0x1887, 0x18a8}, {0x18aa, 0x18aa},
  {0x18b0, 0x18f5}, {0x1900, 0x191e}, {0x1946, 0x196d}, {0x1970, 0x1974}, {0x1980, 0x19ab}, {0x19b0, 0x19c9}, {0x19d0, 0x19da}, {0x1a00, 0x1a16},
  {0x1a20, 0x1a54}, {0x1a80, 0x1a89}, {0x1a90, 0x1a99}, {0x1aa7, 0x1aa7}, {0x1b05, 0x1b33}, {0x1b45, 0x1b4c}, {0x1b50, 0x1b59}, {0x1b83, 0x1ba0},
  {0x1bae, 0x1be5}, {0x1c00, 0x1c23}, {0x1c40, 0x1c49}, {0x1c4d, 0x1c7d}, {0x1c80, 0x1c88}, {0x1c90, 0x1cba}, {0x1cbd, 0x1cbf}, {0x1ce9, 0x1cec},
  {0x1cee, 0x1cf3}, {0x1cf5, 0x1cf6}, {0x1cfa, 0x1cfa}, {0x1d00, 0x1dbf}, {0x1e00, 0x1f15}, {0x1f18, 0x1f1d}, {0x1f20, 0x1f45}, {0x1f48, 0x1f4d},
  {0x1f50, 0x1f57}, {0x1f59, 0x1f59}, {0x1f5b, 0x1f5b}, {0x1f5d, 0x1f5d}, {0x1f5f, 0x1f7d}, {0x1f80, 0x1fb4}, {0x1fb6, 0x1fbc}, {0x1fbe, 0x1fbe},
  {0x1fc2, 0x1fc4}, {0x1fc6, 0x1fcc}, {0x1fd0, 0x1fd3}, {0x1fd6, 0x1fdb}, {0x1fe0, 0x1fec}, {0x1ff2, 0x1ff4}, {0x1ff6, 0x1ffc}, {0x2070, 0x2071},
  {0x2074, 0x2079}, {0x207f, 0x2089}, {0x2090, 0x209c}, {0x2102, 0x2102}, {0x2107, 0x2107}, {0x210a, 0x2113}, {0x2115, 0x2115}, {0x2119, 0x211d},
  {0x2124, 0x2124}, {0x2126, 0x2126}, {0x2128, 0x2128}, {0x212a, 0x212d}, {0x212f, 0x2139}, {0x213c, 0x213f}, {0x2145, 0x2149}, {0x214e, 0x214e},
  {0x2150, 0x2189}, {0x2460, 0x249b}, {0x24ea, 0x24ff}, {0x2776, 0x2793}, {0x2c00, 0x2ce4}, {0x2ceb, 0x2cee}, {0x2cf2, 0x2cf3}, {0x2cfd, 0x2cfd},
  {0x2d00, 0x2d25}, {0x2d27, 0x2d27}, {0x2d2d, 0x2d2d}, {0x2d30, 0x2d67}, {0x2d6f, 0x2d6f}, {0x2d80, 0x2d96}, {0x2da0, 0x2da6}, {0x2da8, 0x2dae},
  {0x2db0, 0x2db6}, {0x2db8, 0x2dbe}, {0x2dc0, 0x2dc6}, {0x2dc8, 0x2dce}, {0x2dd0, 0x2dd6}, {0x2dd8, 0x2dde}, {0x2e2f, 0x2e2f}, {0x3005, 0x3007},
  {0x3021, 0x3029}, {0x3031, 0x3035}, {0x3038, 0x303c}, {0x3041, 0x3096}, {0x309d, 0x309f}, {0x30a1, 0x30fa}, {0x30fc, 0x30ff}, {0x3105, 0x312f},
  {0x3131, 0x318e}, {0x3192, 0x3195}, {0x31a0, 0x31bf}, {0x31f0, 0x31ff}, {0x3220, 0x3229}, {0x3248, 0x324f}, {0x3251, 0x325f}, {0x3280, 0x3289},
  {0x32b1, 0x32bf}, {0x3400, 0x3400}, {0x4dbf, 0x4dbf}, {0x4e00, 0x4e00}, {0x9fff, 0xa48c}, {0xa4d0, 0xa4fd}, {0xa500, 0xa60c}, {0xa610, 0xa62b},
  {0xa640, 0xa66e}, {0xa67f, 0xa69d}, {0xa6a0, 0xa6ef}, {0xa717, 0xa71f}, {0xa722, 0xa788}, {0xa78b, 0xa7ca}, {0xa7d0, 0xa7d1}, {0xa7d3, 0xa7d3},
  {0xa7d5, 0xa7d9}, {0xa7f2, 0xa801}, {0xa803, 0xa805}, {0xa807, 0xa80a}, {0xa80c, 0xa822}, {0xa830, 0xa835}, {0xa840, 0xa873}, {0xa882, 0xa8b3},
  {0xa8d0, 0xa8d9}, {0xa8f2, 0xa8f7}, {0xa8fb, 0xa8fb}, {0xa8fd, 0xa8fe}, {0xa900, 0xa925}, {0xa930, 0xa946}, {0xa960, 0xa97c}, {0xa984, 0xa9b2},
  {0xa9cf, 0xa9d9}, {0xa9e0, 0xa9e4}, {0xa9e6, 0xa9fe}, {0xaa00, 0xaa28}, {0xaa40, 0xaa42}, {0xaa44, 0xaa4b}, {0xaa50, 0xaa59}, {0xaa60, 0xaa76},
  {0xaa7a, 0xaa7a}, {0xaa7e, 0xaaaf}, {0xaab1, 0xaab1}, {0xaab5, 0xaab6}, {0xaab9, 0xaabd}, {0xaac0, 0xaac0}, {0xaac2, 0xaac2}, {0xaadb, 0xaadd},
  {0xaae0, 0xaaea}, {0xaaf2, 0xaaf4}, {0xab01, 0xab06}, {0xab09, 0xab0e}, {0xab11, 0xab16}, {0xab20, 0xab26}, {0xab28, 0xab2e}, {0xab30, 0xab5a},
  {0xab5c, 0xab69}, {0xab70, 0xabe2}, {0xabf0, 0xabf9}, {0xac00, 0xac00}, {0xd7a3, 0xd7a3}, {0xd7b0, 0xd7c6}, {0xd7cb, 0xd7fb}, {0xf900, 0xfa6d},
  {0xfa70, 0xfad9}, {0xfb00, 0xfb06}, {0xfb13, 0xfb17}, {0xfb1d, 0xfb1d}, {0xfb1f, 0xfb28}, {0xfb2a, 0xfb36}, {0xfb38, 0xfb3c}, {0xfb3e, 0xfb3e},
  {0xfb40, 0xfb41}, {0xfb43, 0xfb44}, {0xfb46, 0xfbb1}, {0xfbd3, 0xfd3d}, {0xfd50, 0xfd8f}, {0xfd92, 0xfdc7}, {0xfdf0, 0xfdfb}, {0xfe70, 0xfe74},
  {0xfe76, 0xfefc}, {0xff10, 0xff19}, {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffbe}, {0xffc2, 0xffc7}, {0xffca, 0xffcf}, {0xffd2, 0xffd7},
  {0xffda, 0xffdc}, {0x10000, 0x1000b}, {0x1000d, 0x10026}, {0x10028, 0x1003a}, {0x1003c, 0x1003d}, {0x1003f, 0x1004d}, {0x10050, 0x1005d}, {0x10080, 0x100fa},
  {0x10107, 0x10133}, {0x10140, 0x10178}, {0x1018a, 0x1018b}, {0x10280, 0x1029c}, {0x102a0, 0x102d0}, {0x102e1, 0x102fb}, {0x10300, 0x10323}, {0x1032d, 0x1034a},
  {0x10350, 0x10375}, {0x10380, 0x1039d}, {0x103a0, 0x103c3}, {0x103c8, 0x103cf}, {0x103d1, 0x103d5}, {0x10400, 0x1049d}, {0x104a0, 0x104a9}, {0x104b0, 0x104d3},
  {0x104d8, 0x104fb}, {0x10500, 0x10527}, {0x10530, 0x10563}, {0x10570, 0x1057a}, {0x1057c, 0x1058a}, {0x1058c, 0x10592}, {0x10594, 0x10595}, {0x10597, 0x105a1},
  {0x105a3, 0x105b1}, {0x105b3, 0x105b9}, {0x105bb, 0x105bc}, {0x10600, 0x10736}, {0x10740, 0x10755}, {0x10760, 0x10767}, {0x10780, 0x10785}, {0x10787, 0x107b0},
  {0x107b2, 0x107ba}, {0x10800, 0x10805}, {0x10808, 0x10808}, {0x1080a, 0x10835}, {0x10837, 0x10838}, {0x1083c, 0x1083c}, {0x1083f, 0x10855}, {0x10858, 0x10876},
  {0x10879, 0x1089e}, {0x108a7, 0x108af}, {0x108e0, 0x108f2}, {0x108f4, 0x108f5}, {0x108fb, 0x1091b}, {0x10920, 0x1092b},
};

static bool ts_lex(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      if (eof) ADVANCE(15);
      ADVANCE_MAP(
        '\n', 17,
        '\r', 1,
        '!', 48,
        '"', 22,
        '#', 49,
        '(', 18,
        '-', 41,
        '.', 47,
        '<', 38,
        '=', 39,
        '>', 40,
        '@', 45,
        '|', 30,
      );
      if (lookahead == '\t' ||
          lookahead == ' ') SKIP(13);
      if (lookahead == 0xa0 ||
          lookahead == 0x200b) ADVANCE(44);
      if (lookahead == '*' ||
          lookahead == '+' ||
          lookahead == '/' ||
          lookahead == '\\') ADVANCE(37);
      if ((')' <= lookahead && lookahead <= ',') ||
          lookahead == ':' ||
          ('[' <= lookahead && lookahead <= ']') ||
          ('{' <= lookahead && lookahead <= '}')) ADVANCE(42);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      if (set_contains(sym_word_character_set_1, 430, lookahead)) ADVANCE(20);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead)) ADVANCE(43);
      END_STATE();
    case 1:
      if (lookahead == '\n') ADVANCE(17);
      END_STATE();
    case 2:
      ADVANCE_MAP(
        '\n', 17,
        '\r', 1,
        '!', 48,
        '"', 22,
        '#', 49,
        '-', 41,
        '.', 46,
        '<', 38,
        '=', 39,
        '>', 40,
        '@', 45,
        '|', 30,
      );
      if (lookahead == '\t' ||
          lookahead == ' ') SKIP(2);
      if (lookahead == 0xa0 ||
          lookahead == 0x200b) ADVANCE(44);
      if (lookahead == '*' ||
          lookahead == '+' ||
          lookahead == '/' ||
          lookahead == '\\') ADVANCE(37);
      if (('(' <= lookahead && lookahead <= ',') ||
          lookahead == ':' ||
          ('[' <= lookahead && lookahead <= ']') ||
          ('{' <= lookahead && lookahead <= '}')) ADVANCE(42);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      if (set_contains(sym_word_character_set_1, 430, lookahead)) ADVANCE(20);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead)) ADVANCE(43);
      END_STATE();
    case 3:
      if (lookahead == '"') ADVANCE(6);
      if (lookahead == '@') ADVANCE(5);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(3);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(24);
      END_STATE();
    case 4:
      if (lookahead == '"') ADVANCE(6);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(4);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(26);
      END_STATE();
    case 5:
      if (lookahead == '"') ADVANCE(6);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(5);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(24);
      END_STATE();
    case 6:
      if (lookahead == '"') ADVANCE(25);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r' &&
          lookahead != '\\') ADVANCE(6);
      END_STATE();
    case 7:
      if (lookahead == ',') ADVANCE(3);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(7);
      END_STATE();
    case 8:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(28);
      END_STATE();
    case 9:
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(24);
      END_STATE();
    case 10:
      if (set_contains(sym_member_character_set_2, 477, lookahead)) ADVANCE(20);
      END_STATE();
    case 11:
      if (set_contains(sym_member_character_set_2, 477, lookahead)) ADVANCE(29);
      END_STATE();
    case 12:
      if (eof) ADVANCE(15);
      ADVANCE_MAP(
        '\n', 17,
        '\r', 1,
        '!', 48,
        '"', 22,
        '#', 49,
        '-', 41,
        '.', 47,
        '<', 38,
        '=', 39,
        '>', 40,
        '@', 45,
        '|', 30,
      );
      if (lookahead == '\t' ||
          lookahead == ' ') SKIP(13);
      if (lookahead == 0xa0 ||
          lookahead == 0x200b) ADVANCE(44);
      if (lookahead == '*' ||
          lookahead == '+' ||
          lookahead == '/' ||
          lookahead == '\\') ADVANCE(37);
      if (('(' <= lookahead && lookahead <= ',') ||
          lookahead == ':' ||
          ('[' <= lookahead && lookahead <= ']') ||
          ('{' <= lookahead && lookahead <= '}')) ADVANCE(42);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      if (set_contains(sym_word_character_set_1, 430, lookahead)) ADVANCE(20);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead)) ADVANCE(43);
      END_STATE();
    case 13:
      if (eof) ADVANCE(15);
      ADVANCE_MAP(
        '\n', 17,
        '\r', 1,
        '!', 48,
        '"', 22,
        '#', 49,
        '-', 41,
        '.', 46,
        '<', 38,
        '=', 39,
        '>', 40,
        '@', 45,
        '|', 30,
      );
      if (lookahead == '\t' ||
          lookahead == ' ') SKIP(13);
      if (lookahead == 0xa0 ||
          lookahead == 0x200b) ADVANCE(44);
      if (lookahead == '*' ||
          lookahead == '+' ||
          lookahead == '/' ||
          lookahead == '\\') ADVANCE(37);
      if (('(' <= lookahead && lookahead <= ',') ||
          lookahead == ':' ||
          ('[' <= lookahead && lookahead <= ']') ||
          ('{' <= lookahead && lookahead <= '}')) ADVANCE(42);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      if (set_contains(sym_word_character_set_1, 430, lookahead)) ADVANCE(20);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead)) ADVANCE(43);
      END_STATE();
    case 14:
      if (eof) ADVANCE(15);
      if (lookahead == '#') ADVANCE(49);
      if (lookahead == '\t' ||
          lookahead == ' ' ||
          lookahead == 0xa0 ||
          lookahead == 0x200b) SKIP(14);
      if (set_contains(sym_word_character_set_1, 430, lookahead)) ADVANCE(20);
      END_STATE();
    case 15:
      ACCEPT_TOKEN(ts_builtin_sym_end);
      END_STATE();
    case 16:
      ACCEPT_TOKEN(sym__indented);
      if (lookahead == '\n') ADVANCE(17);
      if (lookahead == '\r') ADVANCE(1);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(16);
      END_STATE();
    case 17:
      ACCEPT_TOKEN(sym__newline);
      if (lookahead == '\n') ADVANCE(17);
      if (lookahead == '\r') ADVANCE(1);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(16);
      END_STATE();
    case 18:
      ACCEPT_TOKEN(anon_sym_LPAREN);
      END_STATE();
    case 19:
      ACCEPT_TOKEN(sym_member);
      if (set_contains(sym_member_character_set_2, 477, lookahead)) ADVANCE(19);
      END_STATE();
    case 20:
      ACCEPT_TOKEN(sym_word);
      if (lookahead == '-' ||
          lookahead == '/') ADVANCE(10);
      if (set_contains(sym_word_character_set_2, 478, lookahead)) ADVANCE(20);
      END_STATE();
    case 21:
      ACCEPT_TOKEN(sym_string);
      END_STATE();
    case 22:
      ACCEPT_TOKEN(sym_unfinished);
      if (lookahead == '"') ADVANCE(21);
      if (lookahead == '\\') ADVANCE(23);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r') ADVANCE(22);
      END_STATE();
    case 23:
      ACCEPT_TOKEN(sym_unfinished);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r') ADVANCE(22);
      END_STATE();
    case 24:
      ACCEPT_TOKEN(sym_section);
      if (lookahead == ',') ADVANCE(3);
      if (lookahead == '.') ADVANCE(9);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(7);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(24);
      if (('a' <= lookahead && lookahead <= 'z')) ADVANCE(25);
      END_STATE();
    case 25:
      ACCEPT_TOKEN(sym_section);
      if (lookahead == ',') ADVANCE(3);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(7);
      END_STATE();
    case 26:
      ACCEPT_TOKEN(sym_section);
      if (lookahead == ',') ADVANCE(3);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(7);
      if (set_contains(sym_section_character_set_1, 480, lookahead)) ADVANCE(26);
      END_STATE();
    case 27:
      ACCEPT_TOKEN(sym_number);
      if (lookahead == '.') ADVANCE(8);
      if (('-' <= lookahead && lookahead <= '/') ||
          lookahead == ':') ADVANCE(11);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      if (set_contains(sym_value_character_set_1, 478, lookahead)) ADVANCE(29);
      END_STATE();
    case 28:
      ACCEPT_TOKEN(sym_number);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(28);
      END_STATE();
    case 29:
      ACCEPT_TOKEN(sym_value);
      if (lookahead == '-' ||
          lookahead == '/' ||
          lookahead == ':') ADVANCE(11);
      if (set_contains(sym_value_character_set_1, 478, lookahead)) ADVANCE(29);
      END_STATE();
    case 30:
      ACCEPT_TOKEN(sym_bar);
      END_STATE();
    case 31:
      ACCEPT_TOKEN(anon_sym_DASH_GT);
      END_STATE();
    case 32:
      ACCEPT_TOKEN(anon_sym_DOT_DOT);
      END_STATE();
    case 33:
      ACCEPT_TOKEN(anon_sym_LT_EQ);
      END_STATE();
    case 34:
      ACCEPT_TOKEN(anon_sym_GT_EQ);
      END_STATE();
    case 35:
      ACCEPT_TOKEN(anon_sym_EQ_EQ);
      END_STATE();
    case 36:
      ACCEPT_TOKEN(anon_sym_BANG_EQ);
      END_STATE();
    case 37:
      ACCEPT_TOKEN(aux_sym_operator_token1);
      END_STATE();
    case 38:
      ACCEPT_TOKEN(aux_sym_operator_token1);
      if (lookahead == '=') ADVANCE(33);
      END_STATE();
    case 39:
      ACCEPT_TOKEN(aux_sym_operator_token1);
      if (lookahead == '=') ADVANCE(35);
      END_STATE();
    case 40:
      ACCEPT_TOKEN(aux_sym_operator_token1);
      if (lookahead == '=') ADVANCE(34);
      END_STATE();
    case 41:
      ACCEPT_TOKEN(aux_sym_operator_token1);
      if (lookahead == '>') ADVANCE(31);
      END_STATE();
    case 42:
      ACCEPT_TOKEN(sym_bracket);
      END_STATE();
    case 43:
      ACCEPT_TOKEN(sym_other);
      END_STATE();
    case 44:
      ACCEPT_TOKEN(sym_other);
      ADVANCE_MAP(
        '\n', 17,
        '\r', 1,
        '!', 48,
        '"', 22,
        '#', 49,
        '-', 41,
        '.', 46,
        '<', 38,
        '=', 39,
        '>', 40,
        '@', 45,
        '|', 30,
      );
      if (lookahead == '\t' ||
          lookahead == ' ') SKIP(2);
      if (lookahead == 0xa0 ||
          lookahead == 0x200b) ADVANCE(44);
      if (lookahead == '*' ||
          lookahead == '+' ||
          lookahead == '/' ||
          lookahead == '\\') ADVANCE(37);
      if (('(' <= lookahead && lookahead <= ',') ||
          lookahead == ':' ||
          ('[' <= lookahead && lookahead <= ']') ||
          ('{' <= lookahead && lookahead <= '}')) ADVANCE(42);
      if (('0' <= lookahead && lookahead <= '9')) ADVANCE(27);
      if (set_contains(sym_word_character_set_1, 430, lookahead)) ADVANCE(20);
      if (lookahead != 0 &&
          (lookahead < '\t' || '\r' < lookahead)) ADVANCE(43);
      END_STATE();
    case 45:
      ACCEPT_TOKEN(sym_other);
      if (lookahead == '"') ADVANCE(6);
      if (lookahead == '\t' ||
          lookahead == ' ') ADVANCE(4);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(26);
      END_STATE();
    case 46:
      ACCEPT_TOKEN(sym_other);
      if (lookahead == '.') ADVANCE(32);
      END_STATE();
    case 47:
      ACCEPT_TOKEN(sym_other);
      if (lookahead == '.') ADVANCE(32);
      if (set_contains(sym_member_character_set_1, 431, lookahead)) ADVANCE(19);
      END_STATE();
    case 48:
      ACCEPT_TOKEN(sym_other);
      if (lookahead == '=') ADVANCE(36);
      END_STATE();
    case 49:
      ACCEPT_TOKEN(sym_comment);
      if (lookahead != 0 &&
          lookahead != '\n' &&
          lookahead != '\r') ADVANCE(49);
      END_STATE();
    default:
      return false;
  }
}

static bool ts_lex_keywords(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      ADVANCE_MAP(
        'a', 1,
        'c', 2,
        'd', 3,
        'e', 4,
        'g', 5,
        'l', 6,
        'm', 7,
        'p', 8,
        'r', 9,
        's', 10,
        't', 11,
        'v', 12,
      );
      if (lookahead == '\t' ||
          lookahead == ' ' ||
          lookahead == 0xa0 ||
          lookahead == 0x200b) SKIP(0);
      END_STATE();
    case 1:
      if (lookahead == 'c') ADVANCE(13);
      if (lookahead == 's') ADVANCE(14);
      END_STATE();
    case 2:
      if (lookahead == 'h') ADVANCE(15);
      END_STATE();
    case 3:
      if (lookahead == 'e') ADVANCE(16);
      END_STATE();
    case 4:
      if (lookahead == 'n') ADVANCE(17);
      if (lookahead == 'r') ADVANCE(18);
      if (lookahead == 'v') ADVANCE(19);
      if (lookahead == 'x') ADVANCE(20);
      END_STATE();
    case 5:
      if (lookahead == 'i') ADVANCE(21);
      END_STATE();
    case 6:
      if (lookahead == 'a') ADVANCE(22);
      if (lookahead == 'i') ADVANCE(23);
      END_STATE();
    case 7:
      if (lookahead == 'o') ADVANCE(24);
      END_STATE();
    case 8:
      if (lookahead == 'a') ADVANCE(25);
      if (lookahead == 'h') ADVANCE(26);
      if (lookahead == 'i') ADVANCE(27);
      if (lookahead == 'l') ADVANCE(28);
      END_STATE();
    case 9:
      if (lookahead == 'e') ADVANCE(29);
      if (lookahead == 'u') ADVANCE(30);
      END_STATE();
    case 10:
      if (lookahead == 'c') ADVANCE(31);
      if (lookahead == 'e') ADVANCE(32);
      if (lookahead == 't') ADVANCE(33);
      END_STATE();
    case 11:
      if (lookahead == 'a') ADVANCE(34);
      if (lookahead == 'h') ADVANCE(35);
      if (lookahead == 'y') ADVANCE(36);
      END_STATE();
    case 12:
      if (lookahead == 'a') ADVANCE(37);
      END_STATE();
    case 13:
      if (lookahead == 't') ADVANCE(38);
      END_STATE();
    case 14:
      if (lookahead == 's') ADVANCE(39);
      END_STATE();
    case 15:
      if (lookahead == 'a') ADVANCE(40);
      if (lookahead == 'o') ADVANCE(41);
      END_STATE();
    case 16:
      if (lookahead == 'f') ADVANCE(42);
      END_STATE();
    case 17:
      if (lookahead == 'u') ADVANCE(43);
      END_STATE();
    case 18:
      if (lookahead == 'r') ADVANCE(44);
      END_STATE();
    case 19:
      if (lookahead == 'e') ADVANCE(45);
      END_STATE();
    case 20:
      if (lookahead == 'a') ADVANCE(46);
      if (lookahead == 'c') ADVANCE(47);
      END_STATE();
    case 21:
      if (lookahead == 'v') ADVANCE(48);
      END_STATE();
    case 22:
      if (lookahead == 'b') ADVANCE(49);
      END_STATE();
    case 23:
      if (lookahead == 'm') ADVANCE(50);
      END_STATE();
    case 24:
      if (lookahead == 'd') ADVANCE(51);
      END_STATE();
    case 25:
      if (lookahead == 't') ADVANCE(52);
      END_STATE();
    case 26:
      if (lookahead == 'a') ADVANCE(53);
      END_STATE();
    case 27:
      if (lookahead == 'e') ADVANCE(54);
      END_STATE();
    case 28:
      if (lookahead == 'a') ADVANCE(55);
      END_STATE();
    case 29:
      if (lookahead == 'c') ADVANCE(56);
      END_STATE();
    case 30:
      if (lookahead == 'l') ADVANCE(57);
      END_STATE();
    case 31:
      if (lookahead == 'a') ADVANCE(58);
      END_STATE();
    case 32:
      if (lookahead == 'q') ADVANCE(59);
      END_STATE();
    case 33:
      if (lookahead == 'a') ADVANCE(60);
      END_STATE();
    case 34:
      if (lookahead == 'b') ADVANCE(61);
      END_STATE();
    case 35:
      if (lookahead == 'e') ADVANCE(62);
      END_STATE();
    case 36:
      if (lookahead == 'p') ADVANCE(63);
      END_STATE();
    case 37:
      if (lookahead == 'r') ADVANCE(64);
      END_STATE();
    case 38:
      if (lookahead == 'i') ADVANCE(65);
      END_STATE();
    case 39:
      if (lookahead == 'u') ADVANCE(66);
      END_STATE();
    case 40:
      if (lookahead == 'n') ADVANCE(67);
      END_STATE();
    case 41:
      if (lookahead == 'i') ADVANCE(68);
      END_STATE();
    case 42:
      if (lookahead == 'i') ADVANCE(69);
      END_STATE();
    case 43:
      if (lookahead == 'm') ADVANCE(70);
      END_STATE();
    case 44:
      if (lookahead == 'a') ADVANCE(71);
      END_STATE();
    case 45:
      if (lookahead == 'n') ADVANCE(72);
      END_STATE();
    case 46:
      if (lookahead == 'm') ADVANCE(73);
      END_STATE();
    case 47:
      if (lookahead == 'e') ADVANCE(74);
      END_STATE();
    case 48:
      if (lookahead == 'e') ADVANCE(75);
      END_STATE();
    case 49:
      if (lookahead == 'e') ADVANCE(76);
      END_STATE();
    case 50:
      if (lookahead == 'i') ADVANCE(77);
      END_STATE();
    case 51:
      if (lookahead == 'i') ADVANCE(78);
      END_STATE();
    case 52:
      if (lookahead == 'h') ADVANCE(79);
      END_STATE();
    case 53:
      if (lookahead == 's') ADVANCE(80);
      END_STATE();
    case 54:
      if (lookahead == 'c') ADVANCE(81);
      END_STATE();
    case 55:
      if (lookahead == 'c') ADVANCE(82);
      if (lookahead == 'y') ADVANCE(83);
      END_STATE();
    case 56:
      if (lookahead == 'o') ADVANCE(84);
      END_STATE();
    case 57:
      if (lookahead == 'e') ADVANCE(85);
      END_STATE();
    case 58:
      if (lookahead == 'l') ADVANCE(86);
      END_STATE();
    case 59:
      if (lookahead == 'u') ADVANCE(87);
      END_STATE();
    case 60:
      if (lookahead == 't') ADVANCE(88);
      END_STATE();
    case 61:
      if (lookahead == 'l') ADVANCE(89);
      END_STATE();
    case 62:
      if (lookahead == 'n') ADVANCE(90);
      END_STATE();
    case 63:
      if (lookahead == 'e') ADVANCE(91);
      END_STATE();
    case 64:
      if (lookahead == 'i') ADVANCE(92);
      END_STATE();
    case 65:
      if (lookahead == 'o') ADVANCE(93);
      END_STATE();
    case 66:
      if (lookahead == 'm') ADVANCE(94);
      END_STATE();
    case 67:
      if (lookahead == 'g') ADVANCE(95);
      END_STATE();
    case 68:
      if (lookahead == 'c') ADVANCE(96);
      END_STATE();
    case 69:
      if (lookahead == 'n') ADVANCE(97);
      END_STATE();
    case 70:
      ACCEPT_TOKEN(anon_sym_enum);
      END_STATE();
    case 71:
      if (lookahead == 't') ADVANCE(98);
      END_STATE();
    case 72:
      if (lookahead == 't') ADVANCE(99);
      END_STATE();
    case 73:
      if (lookahead == 'p') ADVANCE(100);
      END_STATE();
    case 74:
      if (lookahead == 'p') ADVANCE(101);
      END_STATE();
    case 75:
      if (lookahead == 'n') ADVANCE(102);
      END_STATE();
    case 76:
      if (lookahead == 'l') ADVANCE(103);
      END_STATE();
    case 77:
      if (lookahead == 't') ADVANCE(104);
      END_STATE();
    case 78:
      if (lookahead == 'f') ADVANCE(105);
      END_STATE();
    case 79:
      ACCEPT_TOKEN(anon_sym_path);
      END_STATE();
    case 80:
      if (lookahead == 'e') ADVANCE(106);
      END_STATE();
    case 81:
      if (lookahead == 'e') ADVANCE(107);
      END_STATE();
    case 82:
      if (lookahead == 'e') ADVANCE(108);
      END_STATE();
    case 83:
      if (lookahead == 'e') ADVANCE(109);
      END_STATE();
    case 84:
      if (lookahead == 'r') ADVANCE(110);
      END_STATE();
    case 85:
      ACCEPT_TOKEN(anon_sym_rule);
      END_STATE();
    case 86:
      if (lookahead == 'e') ADVANCE(111);
      END_STATE();
    case 87:
      if (lookahead == 'e') ADVANCE(112);
      END_STATE();
    case 88:
      if (lookahead == 'e') ADVANCE(113);
      END_STATE();
    case 89:
      if (lookahead == 'e') ADVANCE(114);
      END_STATE();
    case 90:
      ACCEPT_TOKEN(anon_sym_then);
      END_STATE();
    case 91:
      ACCEPT_TOKEN(anon_sym_type);
      END_STATE();
    case 92:
      if (lookahead == 'a') ADVANCE(115);
      END_STATE();
    case 93:
      if (lookahead == 'n') ADVANCE(116);
      END_STATE();
    case 94:
      if (lookahead == 'e') ADVANCE(117);
      END_STATE();
    case 95:
      if (lookahead == 'e') ADVANCE(118);
      END_STATE();
    case 96:
      if (lookahead == 'e') ADVANCE(119);
      END_STATE();
    case 97:
      if (lookahead == 'e') ADVANCE(120);
      END_STATE();
    case 98:
      if (lookahead == 'u') ADVANCE(121);
      END_STATE();
    case 99:
      ACCEPT_TOKEN(anon_sym_event);
      END_STATE();
    case 100:
      if (lookahead == 'l') ADVANCE(122);
      END_STATE();
    case 101:
      if (lookahead == 't') ADVANCE(123);
      END_STATE();
    case 102:
      ACCEPT_TOKEN(anon_sym_given);
      END_STATE();
    case 103:
      ACCEPT_TOKEN(anon_sym_label);
      END_STATE();
    case 104:
      ACCEPT_TOKEN(anon_sym_limit);
      END_STATE();
    case 105:
      if (lookahead == 'i') ADVANCE(124);
      END_STATE();
    case 106:
      ACCEPT_TOKEN(anon_sym_phase);
      END_STATE();
    case 107:
      ACCEPT_TOKEN(anon_sym_piece);
      END_STATE();
    case 108:
      ACCEPT_TOKEN(anon_sym_place);
      END_STATE();
    case 109:
      if (lookahead == 'r') ADVANCE(125);
      END_STATE();
    case 110:
      if (lookahead == 'd') ADVANCE(126);
      END_STATE();
    case 111:
      ACCEPT_TOKEN(anon_sym_scale);
      END_STATE();
    case 112:
      if (lookahead == 'n') ADVANCE(127);
      END_STATE();
    case 113:
      ACCEPT_TOKEN(anon_sym_state);
      END_STATE();
    case 114:
      ACCEPT_TOKEN(anon_sym_table);
      END_STATE();
    case 115:
      if (lookahead == 'n') ADVANCE(128);
      END_STATE();
    case 116:
      ACCEPT_TOKEN(anon_sym_action);
      END_STATE();
    case 117:
      ACCEPT_TOKEN(anon_sym_assume);
      END_STATE();
    case 118:
      ACCEPT_TOKEN(anon_sym_change);
      END_STATE();
    case 119:
      ACCEPT_TOKEN(anon_sym_choice);
      END_STATE();
    case 120:
      ACCEPT_TOKEN(anon_sym_define);
      END_STATE();
    case 121:
      if (lookahead == 'm') ADVANCE(129);
      END_STATE();
    case 122:
      if (lookahead == 'e') ADVANCE(130);
      END_STATE();
    case 123:
      if (lookahead == 'i') ADVANCE(131);
      END_STATE();
    case 124:
      if (lookahead == 'e') ADVANCE(132);
      END_STATE();
    case 125:
      if (lookahead == 's') ADVANCE(133);
      END_STATE();
    case 126:
      ACCEPT_TOKEN(anon_sym_record);
      END_STATE();
    case 127:
      if (lookahead == 'c') ADVANCE(134);
      END_STATE();
    case 128:
      if (lookahead == 't') ADVANCE(135);
      END_STATE();
    case 129:
      ACCEPT_TOKEN(anon_sym_erratum);
      END_STATE();
    case 130:
      ACCEPT_TOKEN(anon_sym_example);
      END_STATE();
    case 131:
      if (lookahead == 'o') ADVANCE(136);
      END_STATE();
    case 132:
      if (lookahead == 'r') ADVANCE(137);
      END_STATE();
    case 133:
      ACCEPT_TOKEN(anon_sym_players);
      END_STATE();
    case 134:
      if (lookahead == 'e') ADVANCE(138);
      END_STATE();
    case 135:
      ACCEPT_TOKEN(anon_sym_variant);
      END_STATE();
    case 136:
      if (lookahead == 'n') ADVANCE(139);
      END_STATE();
    case 137:
      if (lookahead == 's') ADVANCE(140);
      END_STATE();
    case 138:
      ACCEPT_TOKEN(anon_sym_sequence);
      END_STATE();
    case 139:
      ACCEPT_TOKEN(anon_sym_exception);
      END_STATE();
    case 140:
      ACCEPT_TOKEN(anon_sym_modifiers);
      END_STATE();
    default:
      return false;
  }
}

static const TSLexMode ts_lex_modes[STATE_COUNT] = {
  [0] = {.lex_state = 0},
  [1] = {.lex_state = 12},
  [2] = {.lex_state = 12},
  [3] = {.lex_state = 0},
  [4] = {.lex_state = 0},
  [5] = {.lex_state = 12},
  [6] = {.lex_state = 12},
  [7] = {.lex_state = 12},
  [8] = {.lex_state = 12},
  [9] = {.lex_state = 12},
  [10] = {.lex_state = 12},
  [11] = {.lex_state = 12},
  [12] = {.lex_state = 12},
  [13] = {.lex_state = 12},
  [14] = {.lex_state = 12},
  [15] = {.lex_state = 12},
  [16] = {.lex_state = 12},
  [17] = {.lex_state = 12},
  [18] = {.lex_state = 12},
  [19] = {.lex_state = 12},
  [20] = {.lex_state = 12},
  [21] = {.lex_state = 12},
  [22] = {.lex_state = 12},
  [23] = {.lex_state = 0},
  [24] = {.lex_state = 0},
  [25] = {.lex_state = 0},
  [26] = {.lex_state = 0},
  [27] = {.lex_state = 0},
  [28] = {.lex_state = 0},
  [29] = {.lex_state = 0},
  [30] = {.lex_state = 0},
  [31] = {.lex_state = 12},
  [32] = {.lex_state = 12},
  [33] = {.lex_state = 12},
  [34] = {.lex_state = 12},
  [35] = {.lex_state = 12},
  [36] = {.lex_state = 12},
  [37] = {.lex_state = 12},
  [38] = {.lex_state = 12},
  [39] = {.lex_state = 14},
  [40] = {.lex_state = 14},
  [41] = {.lex_state = 14},
  [42] = {.lex_state = 14},
  [43] = {.lex_state = 14},
};

static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [0] = {
    [ts_builtin_sym_end] = ACTIONS(1),
    [sym_word] = ACTIONS(1),
    [anon_sym_given] = ACTIONS(1),
    [anon_sym_type] = ACTIONS(1),
    [anon_sym_then] = ACTIONS(1),
    [anon_sym_exception] = ACTIONS(1),
    [anon_sym_action] = ACTIONS(1),
    [anon_sym_assume] = ACTIONS(1),
    [anon_sym_change] = ACTIONS(1),
    [anon_sym_choice] = ACTIONS(1),
    [anon_sym_define] = ACTIONS(1),
    [anon_sym_enum] = ACTIONS(1),
    [anon_sym_erratum] = ACTIONS(1),
    [anon_sym_event] = ACTIONS(1),
    [anon_sym_example] = ACTIONS(1),
    [anon_sym_label] = ACTIONS(1),
    [anon_sym_limit] = ACTIONS(1),
    [anon_sym_modifiers] = ACTIONS(1),
    [anon_sym_path] = ACTIONS(1),
    [anon_sym_phase] = ACTIONS(1),
    [anon_sym_piece] = ACTIONS(1),
    [anon_sym_place] = ACTIONS(1),
    [anon_sym_players] = ACTIONS(1),
    [anon_sym_record] = ACTIONS(1),
    [anon_sym_rule] = ACTIONS(1),
    [anon_sym_scale] = ACTIONS(1),
    [anon_sym_sequence] = ACTIONS(1),
    [anon_sym_state] = ACTIONS(1),
    [anon_sym_table] = ACTIONS(1),
    [anon_sym_variant] = ACTIONS(1),
    [sym__indented] = ACTIONS(1),
    [sym__newline] = ACTIONS(1),
    [anon_sym_LPAREN] = ACTIONS(1),
    [sym_member] = ACTIONS(1),
    [sym_string] = ACTIONS(1),
    [sym_unfinished] = ACTIONS(1),
    [sym_section] = ACTIONS(1),
    [sym_number] = ACTIONS(1),
    [sym_value] = ACTIONS(1),
    [sym_bar] = ACTIONS(1),
    [anon_sym_DASH_GT] = ACTIONS(1),
    [anon_sym_DOT_DOT] = ACTIONS(1),
    [anon_sym_LT_EQ] = ACTIONS(1),
    [anon_sym_GT_EQ] = ACTIONS(1),
    [anon_sym_EQ_EQ] = ACTIONS(1),
    [anon_sym_BANG_EQ] = ACTIONS(1),
    [aux_sym_operator_token1] = ACTIONS(1),
    [sym_bracket] = ACTIONS(1),
    [sym_other] = ACTIONS(1),
    [sym_comment] = ACTIONS(3),
  },
  [1] = {
    [sym_source_file] = STATE(43),
    [sym_declaration] = STATE(2),
    [sym_line] = STATE(2),
    [sym__declares] = STATE(40),
    [sym__kind] = STATE(4),
    [sym_text] = STATE(6),
    [sym_call] = STATE(6),
    [sym_reference] = STATE(6),
    [sym_operator] = STATE(6),
    [aux_sym_source_file_repeat1] = STATE(2),
    [ts_builtin_sym_end] = ACTIONS(5),
    [sym_word] = ACTIONS(7),
    [anon_sym_given] = ACTIONS(9),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(13),
    [anon_sym_exception] = ACTIONS(15),
    [anon_sym_action] = ACTIONS(15),
    [anon_sym_assume] = ACTIONS(15),
    [anon_sym_change] = ACTIONS(15),
    [anon_sym_choice] = ACTIONS(15),
    [anon_sym_define] = ACTIONS(15),
    [anon_sym_enum] = ACTIONS(15),
    [anon_sym_erratum] = ACTIONS(15),
    [anon_sym_event] = ACTIONS(15),
    [anon_sym_example] = ACTIONS(15),
    [anon_sym_label] = ACTIONS(15),
    [anon_sym_limit] = ACTIONS(15),
    [anon_sym_modifiers] = ACTIONS(15),
    [anon_sym_path] = ACTIONS(15),
    [anon_sym_phase] = ACTIONS(15),
    [anon_sym_piece] = ACTIONS(15),
    [anon_sym_place] = ACTIONS(15),
    [anon_sym_players] = ACTIONS(15),
    [anon_sym_record] = ACTIONS(15),
    [anon_sym_rule] = ACTIONS(15),
    [anon_sym_scale] = ACTIONS(15),
    [anon_sym_sequence] = ACTIONS(15),
    [anon_sym_state] = ACTIONS(15),
    [anon_sym_table] = ACTIONS(15),
    [anon_sym_variant] = ACTIONS(15),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(19),
    [sym_member] = ACTIONS(21),
    [sym_string] = ACTIONS(23),
    [sym_unfinished] = ACTIONS(23),
    [sym_section] = ACTIONS(23),
    [sym_number] = ACTIONS(23),
    [sym_value] = ACTIONS(23),
    [sym_bar] = ACTIONS(23),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(23),
    [sym_other] = ACTIONS(23),
    [sym_comment] = ACTIONS(3),
  },
  [2] = {
    [sym_declaration] = STATE(5),
    [sym_line] = STATE(5),
    [sym__declares] = STATE(40),
    [sym__kind] = STATE(4),
    [sym_text] = STATE(6),
    [sym_call] = STATE(6),
    [sym_reference] = STATE(6),
    [sym_operator] = STATE(6),
    [aux_sym_source_file_repeat1] = STATE(5),
    [ts_builtin_sym_end] = ACTIONS(27),
    [sym_word] = ACTIONS(7),
    [anon_sym_given] = ACTIONS(9),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(13),
    [anon_sym_exception] = ACTIONS(15),
    [anon_sym_action] = ACTIONS(15),
    [anon_sym_assume] = ACTIONS(15),
    [anon_sym_change] = ACTIONS(15),
    [anon_sym_choice] = ACTIONS(15),
    [anon_sym_define] = ACTIONS(15),
    [anon_sym_enum] = ACTIONS(15),
    [anon_sym_erratum] = ACTIONS(15),
    [anon_sym_event] = ACTIONS(15),
    [anon_sym_example] = ACTIONS(15),
    [anon_sym_label] = ACTIONS(15),
    [anon_sym_limit] = ACTIONS(15),
    [anon_sym_modifiers] = ACTIONS(15),
    [anon_sym_path] = ACTIONS(15),
    [anon_sym_phase] = ACTIONS(15),
    [anon_sym_piece] = ACTIONS(15),
    [anon_sym_place] = ACTIONS(15),
    [anon_sym_players] = ACTIONS(15),
    [anon_sym_record] = ACTIONS(15),
    [anon_sym_rule] = ACTIONS(15),
    [anon_sym_scale] = ACTIONS(15),
    [anon_sym_sequence] = ACTIONS(15),
    [anon_sym_state] = ACTIONS(15),
    [anon_sym_table] = ACTIONS(15),
    [anon_sym_variant] = ACTIONS(15),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(29),
    [sym_member] = ACTIONS(21),
    [sym_string] = ACTIONS(23),
    [sym_unfinished] = ACTIONS(23),
    [sym_section] = ACTIONS(23),
    [sym_number] = ACTIONS(23),
    [sym_value] = ACTIONS(23),
    [sym_bar] = ACTIONS(23),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(23),
    [sym_other] = ACTIONS(23),
    [sym_comment] = ACTIONS(3),
  },
  [3] = {
    [sym_line] = STATE(16),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(8),
    [sym_call] = STATE(8),
    [sym_reference] = STATE(8),
    [sym_operator] = STATE(8),
    [aux_sym_declaration_repeat1] = STATE(8),
    [aux_sym_declaration_repeat2] = STATE(16),
    [ts_builtin_sym_end] = ACTIONS(31),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(35),
    [anon_sym_LPAREN] = ACTIONS(37),
    [sym_member] = ACTIONS(39),
    [sym_string] = ACTIONS(41),
    [sym_unfinished] = ACTIONS(43),
    [sym_section] = ACTIONS(43),
    [sym_number] = ACTIONS(43),
    [sym_value] = ACTIONS(43),
    [sym_bar] = ACTIONS(43),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(43),
    [sym_other] = ACTIONS(43),
    [sym_comment] = ACTIONS(3),
  },
  [4] = {
    [sym_line] = STATE(18),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(9),
    [sym_call] = STATE(9),
    [sym_reference] = STATE(9),
    [sym_operator] = STATE(9),
    [aux_sym_declaration_repeat1] = STATE(9),
    [aux_sym_declaration_repeat2] = STATE(18),
    [ts_builtin_sym_end] = ACTIONS(45),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(47),
    [anon_sym_LPAREN] = ACTIONS(37),
    [sym_member] = ACTIONS(39),
    [sym_string] = ACTIONS(49),
    [sym_unfinished] = ACTIONS(49),
    [sym_section] = ACTIONS(49),
    [sym_number] = ACTIONS(49),
    [sym_value] = ACTIONS(49),
    [sym_bar] = ACTIONS(49),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(49),
    [sym_other] = ACTIONS(49),
    [sym_comment] = ACTIONS(3),
  },
  [5] = {
    [sym_declaration] = STATE(5),
    [sym_line] = STATE(5),
    [sym__declares] = STATE(40),
    [sym__kind] = STATE(4),
    [sym_text] = STATE(6),
    [sym_call] = STATE(6),
    [sym_reference] = STATE(6),
    [sym_operator] = STATE(6),
    [aux_sym_source_file_repeat1] = STATE(5),
    [ts_builtin_sym_end] = ACTIONS(51),
    [sym_word] = ACTIONS(53),
    [anon_sym_given] = ACTIONS(56),
    [anon_sym_type] = ACTIONS(59),
    [anon_sym_then] = ACTIONS(62),
    [anon_sym_exception] = ACTIONS(65),
    [anon_sym_action] = ACTIONS(65),
    [anon_sym_assume] = ACTIONS(65),
    [anon_sym_change] = ACTIONS(65),
    [anon_sym_choice] = ACTIONS(65),
    [anon_sym_define] = ACTIONS(65),
    [anon_sym_enum] = ACTIONS(65),
    [anon_sym_erratum] = ACTIONS(65),
    [anon_sym_event] = ACTIONS(65),
    [anon_sym_example] = ACTIONS(65),
    [anon_sym_label] = ACTIONS(65),
    [anon_sym_limit] = ACTIONS(65),
    [anon_sym_modifiers] = ACTIONS(65),
    [anon_sym_path] = ACTIONS(65),
    [anon_sym_phase] = ACTIONS(65),
    [anon_sym_piece] = ACTIONS(65),
    [anon_sym_place] = ACTIONS(65),
    [anon_sym_players] = ACTIONS(65),
    [anon_sym_record] = ACTIONS(65),
    [anon_sym_rule] = ACTIONS(65),
    [anon_sym_scale] = ACTIONS(65),
    [anon_sym_sequence] = ACTIONS(65),
    [anon_sym_state] = ACTIONS(65),
    [anon_sym_table] = ACTIONS(65),
    [anon_sym_variant] = ACTIONS(65),
    [sym__indented] = ACTIONS(68),
    [sym__newline] = ACTIONS(71),
    [sym_member] = ACTIONS(74),
    [sym_string] = ACTIONS(77),
    [sym_unfinished] = ACTIONS(77),
    [sym_section] = ACTIONS(77),
    [sym_number] = ACTIONS(77),
    [sym_value] = ACTIONS(77),
    [sym_bar] = ACTIONS(77),
    [anon_sym_DASH_GT] = ACTIONS(80),
    [anon_sym_DOT_DOT] = ACTIONS(80),
    [anon_sym_LT_EQ] = ACTIONS(80),
    [anon_sym_GT_EQ] = ACTIONS(80),
    [anon_sym_EQ_EQ] = ACTIONS(80),
    [anon_sym_BANG_EQ] = ACTIONS(80),
    [aux_sym_operator_token1] = ACTIONS(80),
    [sym_bracket] = ACTIONS(77),
    [sym_other] = ACTIONS(77),
    [sym_comment] = ACTIONS(3),
  },
  [6] = {
    [sym_line] = STATE(16),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(8),
    [sym_call] = STATE(8),
    [sym_reference] = STATE(8),
    [sym_operator] = STATE(8),
    [aux_sym_declaration_repeat1] = STATE(8),
    [aux_sym_declaration_repeat2] = STATE(16),
    [ts_builtin_sym_end] = ACTIONS(31),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(35),
    [sym_member] = ACTIONS(83),
    [sym_string] = ACTIONS(43),
    [sym_unfinished] = ACTIONS(43),
    [sym_section] = ACTIONS(43),
    [sym_number] = ACTIONS(43),
    [sym_value] = ACTIONS(43),
    [sym_bar] = ACTIONS(43),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(43),
    [sym_other] = ACTIONS(43),
    [sym_comment] = ACTIONS(3),
  },
  [7] = {
    [sym_part] = STATE(12),
    [sym__within] = STATE(39),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(13),
    [sym_call] = STATE(13),
    [sym_reference] = STATE(13),
    [sym_operator] = STATE(13),
    [aux_sym_declaration_repeat1] = STATE(13),
    [ts_builtin_sym_end] = ACTIONS(85),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(87),
    [anon_sym_exception] = ACTIONS(89),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(89),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(89),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(91),
    [sym__newline] = ACTIONS(91),
    [sym_member] = ACTIONS(93),
    [sym_string] = ACTIONS(95),
    [sym_unfinished] = ACTIONS(95),
    [sym_section] = ACTIONS(95),
    [sym_number] = ACTIONS(95),
    [sym_value] = ACTIONS(95),
    [sym_bar] = ACTIONS(95),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(95),
    [sym_other] = ACTIONS(95),
    [sym_comment] = ACTIONS(3),
  },
  [8] = {
    [sym_line] = STATE(17),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(14),
    [sym_call] = STATE(14),
    [sym_reference] = STATE(14),
    [sym_operator] = STATE(14),
    [aux_sym_declaration_repeat1] = STATE(14),
    [aux_sym_declaration_repeat2] = STATE(17),
    [ts_builtin_sym_end] = ACTIONS(97),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(99),
    [sym_member] = ACTIONS(101),
    [sym_string] = ACTIONS(103),
    [sym_unfinished] = ACTIONS(103),
    [sym_section] = ACTIONS(103),
    [sym_number] = ACTIONS(103),
    [sym_value] = ACTIONS(103),
    [sym_bar] = ACTIONS(103),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(103),
    [sym_other] = ACTIONS(103),
    [sym_comment] = ACTIONS(3),
  },
  [9] = {
    [sym_line] = STATE(21),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(14),
    [sym_call] = STATE(14),
    [sym_reference] = STATE(14),
    [sym_operator] = STATE(14),
    [aux_sym_declaration_repeat1] = STATE(14),
    [aux_sym_declaration_repeat2] = STATE(21),
    [ts_builtin_sym_end] = ACTIONS(105),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(107),
    [sym_member] = ACTIONS(101),
    [sym_string] = ACTIONS(103),
    [sym_unfinished] = ACTIONS(103),
    [sym_section] = ACTIONS(103),
    [sym_number] = ACTIONS(103),
    [sym_value] = ACTIONS(103),
    [sym_bar] = ACTIONS(103),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(103),
    [sym_other] = ACTIONS(103),
    [sym_comment] = ACTIONS(3),
  },
  [10] = {
    [sym_line] = STATE(22),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(14),
    [sym_call] = STATE(14),
    [sym_reference] = STATE(14),
    [sym_operator] = STATE(14),
    [aux_sym_declaration_repeat1] = STATE(14),
    [aux_sym_declaration_repeat2] = STATE(22),
    [ts_builtin_sym_end] = ACTIONS(109),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(111),
    [sym_member] = ACTIONS(101),
    [sym_string] = ACTIONS(103),
    [sym_unfinished] = ACTIONS(103),
    [sym_section] = ACTIONS(103),
    [sym_number] = ACTIONS(103),
    [sym_value] = ACTIONS(103),
    [sym_bar] = ACTIONS(103),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(103),
    [sym_other] = ACTIONS(103),
    [sym_comment] = ACTIONS(3),
  },
  [11] = {
    [sym_line] = STATE(20),
    [sym__kind] = STATE(23),
    [sym_text] = STATE(10),
    [sym_call] = STATE(10),
    [sym_reference] = STATE(10),
    [sym_operator] = STATE(10),
    [aux_sym_declaration_repeat1] = STATE(10),
    [aux_sym_declaration_repeat2] = STATE(20),
    [ts_builtin_sym_end] = ACTIONS(113),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(115),
    [sym_member] = ACTIONS(117),
    [sym_string] = ACTIONS(119),
    [sym_unfinished] = ACTIONS(119),
    [sym_section] = ACTIONS(119),
    [sym_number] = ACTIONS(119),
    [sym_value] = ACTIONS(119),
    [sym_bar] = ACTIONS(119),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(119),
    [sym_other] = ACTIONS(119),
    [sym_comment] = ACTIONS(3),
  },
  [12] = {
    [sym__kind] = STATE(23),
    [sym_text] = STATE(15),
    [sym_call] = STATE(15),
    [sym_reference] = STATE(15),
    [sym_operator] = STATE(15),
    [aux_sym_declaration_repeat1] = STATE(15),
    [ts_builtin_sym_end] = ACTIONS(121),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(123),
    [sym__newline] = ACTIONS(123),
    [sym_member] = ACTIONS(125),
    [sym_string] = ACTIONS(127),
    [sym_unfinished] = ACTIONS(127),
    [sym_section] = ACTIONS(127),
    [sym_number] = ACTIONS(127),
    [sym_value] = ACTIONS(127),
    [sym_bar] = ACTIONS(127),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(127),
    [sym_other] = ACTIONS(127),
    [sym_comment] = ACTIONS(3),
  },
  [13] = {
    [sym__kind] = STATE(23),
    [sym_text] = STATE(14),
    [sym_call] = STATE(14),
    [sym_reference] = STATE(14),
    [sym_operator] = STATE(14),
    [aux_sym_declaration_repeat1] = STATE(14),
    [ts_builtin_sym_end] = ACTIONS(121),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(123),
    [sym__newline] = ACTIONS(123),
    [sym_member] = ACTIONS(101),
    [sym_string] = ACTIONS(103),
    [sym_unfinished] = ACTIONS(103),
    [sym_section] = ACTIONS(103),
    [sym_number] = ACTIONS(103),
    [sym_value] = ACTIONS(103),
    [sym_bar] = ACTIONS(103),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(103),
    [sym_other] = ACTIONS(103),
    [sym_comment] = ACTIONS(3),
  },
  [14] = {
    [sym__kind] = STATE(23),
    [sym_text] = STATE(14),
    [sym_call] = STATE(14),
    [sym_reference] = STATE(14),
    [sym_operator] = STATE(14),
    [aux_sym_declaration_repeat1] = STATE(14),
    [ts_builtin_sym_end] = ACTIONS(129),
    [sym_word] = ACTIONS(131),
    [anon_sym_given] = ACTIONS(134),
    [anon_sym_type] = ACTIONS(134),
    [anon_sym_then] = ACTIONS(134),
    [anon_sym_exception] = ACTIONS(134),
    [anon_sym_action] = ACTIONS(134),
    [anon_sym_assume] = ACTIONS(134),
    [anon_sym_change] = ACTIONS(134),
    [anon_sym_choice] = ACTIONS(134),
    [anon_sym_define] = ACTIONS(134),
    [anon_sym_enum] = ACTIONS(134),
    [anon_sym_erratum] = ACTIONS(134),
    [anon_sym_event] = ACTIONS(134),
    [anon_sym_example] = ACTIONS(134),
    [anon_sym_label] = ACTIONS(134),
    [anon_sym_limit] = ACTIONS(134),
    [anon_sym_modifiers] = ACTIONS(134),
    [anon_sym_path] = ACTIONS(134),
    [anon_sym_phase] = ACTIONS(134),
    [anon_sym_piece] = ACTIONS(134),
    [anon_sym_place] = ACTIONS(134),
    [anon_sym_players] = ACTIONS(134),
    [anon_sym_record] = ACTIONS(134),
    [anon_sym_rule] = ACTIONS(134),
    [anon_sym_scale] = ACTIONS(134),
    [anon_sym_sequence] = ACTIONS(134),
    [anon_sym_state] = ACTIONS(134),
    [anon_sym_table] = ACTIONS(134),
    [anon_sym_variant] = ACTIONS(134),
    [sym__indented] = ACTIONS(137),
    [sym__newline] = ACTIONS(137),
    [sym_member] = ACTIONS(139),
    [sym_string] = ACTIONS(142),
    [sym_unfinished] = ACTIONS(142),
    [sym_section] = ACTIONS(142),
    [sym_number] = ACTIONS(142),
    [sym_value] = ACTIONS(142),
    [sym_bar] = ACTIONS(142),
    [anon_sym_DASH_GT] = ACTIONS(145),
    [anon_sym_DOT_DOT] = ACTIONS(145),
    [anon_sym_LT_EQ] = ACTIONS(145),
    [anon_sym_GT_EQ] = ACTIONS(145),
    [anon_sym_EQ_EQ] = ACTIONS(145),
    [anon_sym_BANG_EQ] = ACTIONS(145),
    [aux_sym_operator_token1] = ACTIONS(145),
    [sym_bracket] = ACTIONS(142),
    [sym_other] = ACTIONS(142),
    [sym_comment] = ACTIONS(3),
  },
  [15] = {
    [sym__kind] = STATE(23),
    [sym_text] = STATE(14),
    [sym_call] = STATE(14),
    [sym_reference] = STATE(14),
    [sym_operator] = STATE(14),
    [aux_sym_declaration_repeat1] = STATE(14),
    [ts_builtin_sym_end] = ACTIONS(148),
    [sym_word] = ACTIONS(33),
    [anon_sym_given] = ACTIONS(11),
    [anon_sym_type] = ACTIONS(11),
    [anon_sym_then] = ACTIONS(11),
    [anon_sym_exception] = ACTIONS(11),
    [anon_sym_action] = ACTIONS(11),
    [anon_sym_assume] = ACTIONS(11),
    [anon_sym_change] = ACTIONS(11),
    [anon_sym_choice] = ACTIONS(11),
    [anon_sym_define] = ACTIONS(11),
    [anon_sym_enum] = ACTIONS(11),
    [anon_sym_erratum] = ACTIONS(11),
    [anon_sym_event] = ACTIONS(11),
    [anon_sym_example] = ACTIONS(11),
    [anon_sym_label] = ACTIONS(11),
    [anon_sym_limit] = ACTIONS(11),
    [anon_sym_modifiers] = ACTIONS(11),
    [anon_sym_path] = ACTIONS(11),
    [anon_sym_phase] = ACTIONS(11),
    [anon_sym_piece] = ACTIONS(11),
    [anon_sym_place] = ACTIONS(11),
    [anon_sym_players] = ACTIONS(11),
    [anon_sym_record] = ACTIONS(11),
    [anon_sym_rule] = ACTIONS(11),
    [anon_sym_scale] = ACTIONS(11),
    [anon_sym_sequence] = ACTIONS(11),
    [anon_sym_state] = ACTIONS(11),
    [anon_sym_table] = ACTIONS(11),
    [anon_sym_variant] = ACTIONS(11),
    [sym__indented] = ACTIONS(150),
    [sym__newline] = ACTIONS(150),
    [sym_member] = ACTIONS(101),
    [sym_string] = ACTIONS(103),
    [sym_unfinished] = ACTIONS(103),
    [sym_section] = ACTIONS(103),
    [sym_number] = ACTIONS(103),
    [sym_value] = ACTIONS(103),
    [sym_bar] = ACTIONS(103),
    [anon_sym_DASH_GT] = ACTIONS(25),
    [anon_sym_DOT_DOT] = ACTIONS(25),
    [anon_sym_LT_EQ] = ACTIONS(25),
    [anon_sym_GT_EQ] = ACTIONS(25),
    [anon_sym_EQ_EQ] = ACTIONS(25),
    [anon_sym_BANG_EQ] = ACTIONS(25),
    [aux_sym_operator_token1] = ACTIONS(25),
    [sym_bracket] = ACTIONS(103),
    [sym_other] = ACTIONS(103),
    [sym_comment] = ACTIONS(3),
  },
  [16] = {
    [sym_line] = STATE(19),
    [aux_sym_declaration_repeat2] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(97),
    [sym_word] = ACTIONS(99),
    [anon_sym_given] = ACTIONS(99),
    [anon_sym_type] = ACTIONS(99),
    [anon_sym_then] = ACTIONS(99),
    [anon_sym_exception] = ACTIONS(99),
    [anon_sym_action] = ACTIONS(99),
    [anon_sym_assume] = ACTIONS(99),
    [anon_sym_change] = ACTIONS(99),
    [anon_sym_choice] = ACTIONS(99),
    [anon_sym_define] = ACTIONS(99),
    [anon_sym_enum] = ACTIONS(99),
    [anon_sym_erratum] = ACTIONS(99),
    [anon_sym_event] = ACTIONS(99),
    [anon_sym_example] = ACTIONS(99),
    [anon_sym_label] = ACTIONS(99),
    [anon_sym_limit] = ACTIONS(99),
    [anon_sym_modifiers] = ACTIONS(99),
    [anon_sym_path] = ACTIONS(99),
    [anon_sym_phase] = ACTIONS(99),
    [anon_sym_piece] = ACTIONS(99),
    [anon_sym_place] = ACTIONS(99),
    [anon_sym_players] = ACTIONS(99),
    [anon_sym_record] = ACTIONS(99),
    [anon_sym_rule] = ACTIONS(99),
    [anon_sym_scale] = ACTIONS(99),
    [anon_sym_sequence] = ACTIONS(99),
    [anon_sym_state] = ACTIONS(99),
    [anon_sym_table] = ACTIONS(99),
    [anon_sym_variant] = ACTIONS(99),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(99),
    [sym_member] = ACTIONS(97),
    [sym_string] = ACTIONS(99),
    [sym_unfinished] = ACTIONS(99),
    [sym_section] = ACTIONS(99),
    [sym_number] = ACTIONS(99),
    [sym_value] = ACTIONS(99),
    [sym_bar] = ACTIONS(99),
    [anon_sym_DASH_GT] = ACTIONS(99),
    [anon_sym_DOT_DOT] = ACTIONS(99),
    [anon_sym_LT_EQ] = ACTIONS(99),
    [anon_sym_GT_EQ] = ACTIONS(99),
    [anon_sym_EQ_EQ] = ACTIONS(99),
    [anon_sym_BANG_EQ] = ACTIONS(99),
    [aux_sym_operator_token1] = ACTIONS(99),
    [sym_bracket] = ACTIONS(99),
    [sym_other] = ACTIONS(99),
    [sym_comment] = ACTIONS(3),
  },
  [17] = {
    [sym_line] = STATE(19),
    [aux_sym_declaration_repeat2] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(152),
    [sym_word] = ACTIONS(154),
    [anon_sym_given] = ACTIONS(154),
    [anon_sym_type] = ACTIONS(154),
    [anon_sym_then] = ACTIONS(154),
    [anon_sym_exception] = ACTIONS(154),
    [anon_sym_action] = ACTIONS(154),
    [anon_sym_assume] = ACTIONS(154),
    [anon_sym_change] = ACTIONS(154),
    [anon_sym_choice] = ACTIONS(154),
    [anon_sym_define] = ACTIONS(154),
    [anon_sym_enum] = ACTIONS(154),
    [anon_sym_erratum] = ACTIONS(154),
    [anon_sym_event] = ACTIONS(154),
    [anon_sym_example] = ACTIONS(154),
    [anon_sym_label] = ACTIONS(154),
    [anon_sym_limit] = ACTIONS(154),
    [anon_sym_modifiers] = ACTIONS(154),
    [anon_sym_path] = ACTIONS(154),
    [anon_sym_phase] = ACTIONS(154),
    [anon_sym_piece] = ACTIONS(154),
    [anon_sym_place] = ACTIONS(154),
    [anon_sym_players] = ACTIONS(154),
    [anon_sym_record] = ACTIONS(154),
    [anon_sym_rule] = ACTIONS(154),
    [anon_sym_scale] = ACTIONS(154),
    [anon_sym_sequence] = ACTIONS(154),
    [anon_sym_state] = ACTIONS(154),
    [anon_sym_table] = ACTIONS(154),
    [anon_sym_variant] = ACTIONS(154),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(154),
    [sym_member] = ACTIONS(152),
    [sym_string] = ACTIONS(154),
    [sym_unfinished] = ACTIONS(154),
    [sym_section] = ACTIONS(154),
    [sym_number] = ACTIONS(154),
    [sym_value] = ACTIONS(154),
    [sym_bar] = ACTIONS(154),
    [anon_sym_DASH_GT] = ACTIONS(154),
    [anon_sym_DOT_DOT] = ACTIONS(154),
    [anon_sym_LT_EQ] = ACTIONS(154),
    [anon_sym_GT_EQ] = ACTIONS(154),
    [anon_sym_EQ_EQ] = ACTIONS(154),
    [anon_sym_BANG_EQ] = ACTIONS(154),
    [aux_sym_operator_token1] = ACTIONS(154),
    [sym_bracket] = ACTIONS(154),
    [sym_other] = ACTIONS(154),
    [sym_comment] = ACTIONS(3),
  },
  [18] = {
    [sym_line] = STATE(19),
    [aux_sym_declaration_repeat2] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(105),
    [sym_word] = ACTIONS(107),
    [anon_sym_given] = ACTIONS(107),
    [anon_sym_type] = ACTIONS(107),
    [anon_sym_then] = ACTIONS(107),
    [anon_sym_exception] = ACTIONS(107),
    [anon_sym_action] = ACTIONS(107),
    [anon_sym_assume] = ACTIONS(107),
    [anon_sym_change] = ACTIONS(107),
    [anon_sym_choice] = ACTIONS(107),
    [anon_sym_define] = ACTIONS(107),
    [anon_sym_enum] = ACTIONS(107),
    [anon_sym_erratum] = ACTIONS(107),
    [anon_sym_event] = ACTIONS(107),
    [anon_sym_example] = ACTIONS(107),
    [anon_sym_label] = ACTIONS(107),
    [anon_sym_limit] = ACTIONS(107),
    [anon_sym_modifiers] = ACTIONS(107),
    [anon_sym_path] = ACTIONS(107),
    [anon_sym_phase] = ACTIONS(107),
    [anon_sym_piece] = ACTIONS(107),
    [anon_sym_place] = ACTIONS(107),
    [anon_sym_players] = ACTIONS(107),
    [anon_sym_record] = ACTIONS(107),
    [anon_sym_rule] = ACTIONS(107),
    [anon_sym_scale] = ACTIONS(107),
    [anon_sym_sequence] = ACTIONS(107),
    [anon_sym_state] = ACTIONS(107),
    [anon_sym_table] = ACTIONS(107),
    [anon_sym_variant] = ACTIONS(107),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(107),
    [sym_member] = ACTIONS(105),
    [sym_string] = ACTIONS(107),
    [sym_unfinished] = ACTIONS(107),
    [sym_section] = ACTIONS(107),
    [sym_number] = ACTIONS(107),
    [sym_value] = ACTIONS(107),
    [sym_bar] = ACTIONS(107),
    [anon_sym_DASH_GT] = ACTIONS(107),
    [anon_sym_DOT_DOT] = ACTIONS(107),
    [anon_sym_LT_EQ] = ACTIONS(107),
    [anon_sym_GT_EQ] = ACTIONS(107),
    [anon_sym_EQ_EQ] = ACTIONS(107),
    [anon_sym_BANG_EQ] = ACTIONS(107),
    [aux_sym_operator_token1] = ACTIONS(107),
    [sym_bracket] = ACTIONS(107),
    [sym_other] = ACTIONS(107),
    [sym_comment] = ACTIONS(3),
  },
  [19] = {
    [sym_line] = STATE(19),
    [aux_sym_declaration_repeat2] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(156),
    [sym_word] = ACTIONS(158),
    [anon_sym_given] = ACTIONS(158),
    [anon_sym_type] = ACTIONS(158),
    [anon_sym_then] = ACTIONS(158),
    [anon_sym_exception] = ACTIONS(158),
    [anon_sym_action] = ACTIONS(158),
    [anon_sym_assume] = ACTIONS(158),
    [anon_sym_change] = ACTIONS(158),
    [anon_sym_choice] = ACTIONS(158),
    [anon_sym_define] = ACTIONS(158),
    [anon_sym_enum] = ACTIONS(158),
    [anon_sym_erratum] = ACTIONS(158),
    [anon_sym_event] = ACTIONS(158),
    [anon_sym_example] = ACTIONS(158),
    [anon_sym_label] = ACTIONS(158),
    [anon_sym_limit] = ACTIONS(158),
    [anon_sym_modifiers] = ACTIONS(158),
    [anon_sym_path] = ACTIONS(158),
    [anon_sym_phase] = ACTIONS(158),
    [anon_sym_piece] = ACTIONS(158),
    [anon_sym_place] = ACTIONS(158),
    [anon_sym_players] = ACTIONS(158),
    [anon_sym_record] = ACTIONS(158),
    [anon_sym_rule] = ACTIONS(158),
    [anon_sym_scale] = ACTIONS(158),
    [anon_sym_sequence] = ACTIONS(158),
    [anon_sym_state] = ACTIONS(158),
    [anon_sym_table] = ACTIONS(158),
    [anon_sym_variant] = ACTIONS(158),
    [sym__indented] = ACTIONS(160),
    [sym__newline] = ACTIONS(158),
    [sym_member] = ACTIONS(156),
    [sym_string] = ACTIONS(158),
    [sym_unfinished] = ACTIONS(158),
    [sym_section] = ACTIONS(158),
    [sym_number] = ACTIONS(158),
    [sym_value] = ACTIONS(158),
    [sym_bar] = ACTIONS(158),
    [anon_sym_DASH_GT] = ACTIONS(158),
    [anon_sym_DOT_DOT] = ACTIONS(158),
    [anon_sym_LT_EQ] = ACTIONS(158),
    [anon_sym_GT_EQ] = ACTIONS(158),
    [anon_sym_EQ_EQ] = ACTIONS(158),
    [anon_sym_BANG_EQ] = ACTIONS(158),
    [aux_sym_operator_token1] = ACTIONS(158),
    [sym_bracket] = ACTIONS(158),
    [sym_other] = ACTIONS(158),
    [sym_comment] = ACTIONS(3),
  },
  [20] = {
    [sym_line] = STATE(19),
    [aux_sym_declaration_repeat2] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(109),
    [sym_word] = ACTIONS(111),
    [anon_sym_given] = ACTIONS(111),
    [anon_sym_type] = ACTIONS(111),
    [anon_sym_then] = ACTIONS(111),
    [anon_sym_exception] = ACTIONS(111),
    [anon_sym_action] = ACTIONS(111),
    [anon_sym_assume] = ACTIONS(111),
    [anon_sym_change] = ACTIONS(111),
    [anon_sym_choice] = ACTIONS(111),
    [anon_sym_define] = ACTIONS(111),
    [anon_sym_enum] = ACTIONS(111),
    [anon_sym_erratum] = ACTIONS(111),
    [anon_sym_event] = ACTIONS(111),
    [anon_sym_example] = ACTIONS(111),
    [anon_sym_label] = ACTIONS(111),
    [anon_sym_limit] = ACTIONS(111),
    [anon_sym_modifiers] = ACTIONS(111),
    [anon_sym_path] = ACTIONS(111),
    [anon_sym_phase] = ACTIONS(111),
    [anon_sym_piece] = ACTIONS(111),
    [anon_sym_place] = ACTIONS(111),
    [anon_sym_players] = ACTIONS(111),
    [anon_sym_record] = ACTIONS(111),
    [anon_sym_rule] = ACTIONS(111),
    [anon_sym_scale] = ACTIONS(111),
    [anon_sym_sequence] = ACTIONS(111),
    [anon_sym_state] = ACTIONS(111),
    [anon_sym_table] = ACTIONS(111),
    [anon_sym_variant] = ACTIONS(111),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(111),
    [sym_member] = ACTIONS(109),
    [sym_string] = ACTIONS(111),
    [sym_unfinished] = ACTIONS(111),
    [sym_section] = ACTIONS(111),
    [sym_number] = ACTIONS(111),
    [sym_value] = ACTIONS(111),
    [sym_bar] = ACTIONS(111),
    [anon_sym_DASH_GT] = ACTIONS(111),
    [anon_sym_DOT_DOT] = ACTIONS(111),
    [anon_sym_LT_EQ] = ACTIONS(111),
    [anon_sym_GT_EQ] = ACTIONS(111),
    [anon_sym_EQ_EQ] = ACTIONS(111),
    [anon_sym_BANG_EQ] = ACTIONS(111),
    [aux_sym_operator_token1] = ACTIONS(111),
    [sym_bracket] = ACTIONS(111),
    [sym_other] = ACTIONS(111),
    [sym_comment] = ACTIONS(3),
  },
  [21] = {
    [sym_line] = STATE(19),
    [aux_sym_declaration_repeat2] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(163),
    [sym_word] = ACTIONS(165),
    [anon_sym_given] = ACTIONS(165),
    [anon_sym_type] = ACTIONS(165),
    [anon_sym_then] = ACTIONS(165),
    [anon_sym_exception] = ACTIONS(165),
    [anon_sym_action] = ACTIONS(165),
    [anon_sym_assume] = ACTIONS(165),
    [anon_sym_change] = ACTIONS(165),
    [anon_sym_choice] = ACTIONS(165),
    [anon_sym_define] = ACTIONS(165),
    [anon_sym_enum] = ACTIONS(165),
    [anon_sym_erratum] = ACTIONS(165),
    [anon_sym_event] = ACTIONS(165),
    [anon_sym_example] = ACTIONS(165),
    [anon_sym_label] = ACTIONS(165),
    [anon_sym_limit] = ACTIONS(165),
    [anon_sym_modifiers] = ACTIONS(165),
    [anon_sym_path] = ACTIONS(165),
    [anon_sym_phase] = ACTIONS(165),
    [anon_sym_piece] = ACTIONS(165),
    [anon_sym_place] = ACTIONS(165),
    [anon_sym_players] = ACTIONS(165),
    [anon_sym_record] = ACTIONS(165),
    [anon_sym_rule] = ACTIONS(165),
    [anon_sym_scale] = ACTIONS(165),
    [anon_sym_sequence] = ACTIONS(165),
    [anon_sym_state] = ACTIONS(165),
    [anon_sym_table] = ACTIONS(165),
    [anon_sym_variant] = ACTIONS(165),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(165),
    [sym_member] = ACTIONS(163),
    [sym_string] = ACTIONS(165),
    [sym_unfinished] = ACTIONS(165),
    [sym_section] = ACTIONS(165),
    [sym_number] = ACTIONS(165),
    [sym_value] = ACTIONS(165),
    [sym_bar] = ACTIONS(165),
    [anon_sym_DASH_GT] = ACTIONS(165),
    [anon_sym_DOT_DOT] = ACTIONS(165),
    [anon_sym_LT_EQ] = ACTIONS(165),
    [anon_sym_GT_EQ] = ACTIONS(165),
    [anon_sym_EQ_EQ] = ACTIONS(165),
    [anon_sym_BANG_EQ] = ACTIONS(165),
    [aux_sym_operator_token1] = ACTIONS(165),
    [sym_bracket] = ACTIONS(165),
    [sym_other] = ACTIONS(165),
    [sym_comment] = ACTIONS(3),
  },
  [22] = {
    [sym_line] = STATE(19),
    [aux_sym_declaration_repeat2] = STATE(19),
    [ts_builtin_sym_end] = ACTIONS(167),
    [sym_word] = ACTIONS(169),
    [anon_sym_given] = ACTIONS(169),
    [anon_sym_type] = ACTIONS(169),
    [anon_sym_then] = ACTIONS(169),
    [anon_sym_exception] = ACTIONS(169),
    [anon_sym_action] = ACTIONS(169),
    [anon_sym_assume] = ACTIONS(169),
    [anon_sym_change] = ACTIONS(169),
    [anon_sym_choice] = ACTIONS(169),
    [anon_sym_define] = ACTIONS(169),
    [anon_sym_enum] = ACTIONS(169),
    [anon_sym_erratum] = ACTIONS(169),
    [anon_sym_event] = ACTIONS(169),
    [anon_sym_example] = ACTIONS(169),
    [anon_sym_label] = ACTIONS(169),
    [anon_sym_limit] = ACTIONS(169),
    [anon_sym_modifiers] = ACTIONS(169),
    [anon_sym_path] = ACTIONS(169),
    [anon_sym_phase] = ACTIONS(169),
    [anon_sym_piece] = ACTIONS(169),
    [anon_sym_place] = ACTIONS(169),
    [anon_sym_players] = ACTIONS(169),
    [anon_sym_record] = ACTIONS(169),
    [anon_sym_rule] = ACTIONS(169),
    [anon_sym_scale] = ACTIONS(169),
    [anon_sym_sequence] = ACTIONS(169),
    [anon_sym_state] = ACTIONS(169),
    [anon_sym_table] = ACTIONS(169),
    [anon_sym_variant] = ACTIONS(169),
    [sym__indented] = ACTIONS(17),
    [sym__newline] = ACTIONS(169),
    [sym_member] = ACTIONS(167),
    [sym_string] = ACTIONS(169),
    [sym_unfinished] = ACTIONS(169),
    [sym_section] = ACTIONS(169),
    [sym_number] = ACTIONS(169),
    [sym_value] = ACTIONS(169),
    [sym_bar] = ACTIONS(169),
    [anon_sym_DASH_GT] = ACTIONS(169),
    [anon_sym_DOT_DOT] = ACTIONS(169),
    [anon_sym_LT_EQ] = ACTIONS(169),
    [anon_sym_GT_EQ] = ACTIONS(169),
    [anon_sym_EQ_EQ] = ACTIONS(169),
    [anon_sym_BANG_EQ] = ACTIONS(169),
    [aux_sym_operator_token1] = ACTIONS(169),
    [sym_bracket] = ACTIONS(169),
    [sym_other] = ACTIONS(169),
    [sym_comment] = ACTIONS(3),
  },
  [23] = {
    [ts_builtin_sym_end] = ACTIONS(171),
    [sym_word] = ACTIONS(173),
    [anon_sym_given] = ACTIONS(173),
    [anon_sym_type] = ACTIONS(173),
    [anon_sym_then] = ACTIONS(173),
    [anon_sym_exception] = ACTIONS(173),
    [anon_sym_action] = ACTIONS(173),
    [anon_sym_assume] = ACTIONS(173),
    [anon_sym_change] = ACTIONS(173),
    [anon_sym_choice] = ACTIONS(173),
    [anon_sym_define] = ACTIONS(173),
    [anon_sym_enum] = ACTIONS(173),
    [anon_sym_erratum] = ACTIONS(173),
    [anon_sym_event] = ACTIONS(173),
    [anon_sym_example] = ACTIONS(173),
    [anon_sym_label] = ACTIONS(173),
    [anon_sym_limit] = ACTIONS(173),
    [anon_sym_modifiers] = ACTIONS(173),
    [anon_sym_path] = ACTIONS(173),
    [anon_sym_phase] = ACTIONS(173),
    [anon_sym_piece] = ACTIONS(173),
    [anon_sym_place] = ACTIONS(173),
    [anon_sym_players] = ACTIONS(173),
    [anon_sym_record] = ACTIONS(173),
    [anon_sym_rule] = ACTIONS(173),
    [anon_sym_scale] = ACTIONS(173),
    [anon_sym_sequence] = ACTIONS(173),
    [anon_sym_state] = ACTIONS(173),
    [anon_sym_table] = ACTIONS(173),
    [anon_sym_variant] = ACTIONS(173),
    [sym__indented] = ACTIONS(173),
    [sym__newline] = ACTIONS(173),
    [anon_sym_LPAREN] = ACTIONS(37),
    [sym_member] = ACTIONS(175),
    [sym_string] = ACTIONS(173),
    [sym_unfinished] = ACTIONS(173),
    [sym_section] = ACTIONS(173),
    [sym_number] = ACTIONS(173),
    [sym_value] = ACTIONS(173),
    [sym_bar] = ACTIONS(173),
    [anon_sym_DASH_GT] = ACTIONS(173),
    [anon_sym_DOT_DOT] = ACTIONS(173),
    [anon_sym_LT_EQ] = ACTIONS(173),
    [anon_sym_GT_EQ] = ACTIONS(173),
    [anon_sym_EQ_EQ] = ACTIONS(173),
    [anon_sym_BANG_EQ] = ACTIONS(173),
    [aux_sym_operator_token1] = ACTIONS(173),
    [sym_bracket] = ACTIONS(173),
    [sym_other] = ACTIONS(173),
    [sym_comment] = ACTIONS(3),
  },
  [24] = {
    [ts_builtin_sym_end] = ACTIONS(177),
    [sym_word] = ACTIONS(179),
    [anon_sym_given] = ACTIONS(179),
    [anon_sym_type] = ACTIONS(179),
    [anon_sym_then] = ACTIONS(179),
    [anon_sym_exception] = ACTIONS(179),
    [anon_sym_action] = ACTIONS(179),
    [anon_sym_assume] = ACTIONS(179),
    [anon_sym_change] = ACTIONS(179),
    [anon_sym_choice] = ACTIONS(179),
    [anon_sym_define] = ACTIONS(179),
    [anon_sym_enum] = ACTIONS(179),
    [anon_sym_erratum] = ACTIONS(179),
    [anon_sym_event] = ACTIONS(179),
    [anon_sym_example] = ACTIONS(179),
    [anon_sym_label] = ACTIONS(179),
    [anon_sym_limit] = ACTIONS(179),
    [anon_sym_modifiers] = ACTIONS(179),
    [anon_sym_path] = ACTIONS(179),
    [anon_sym_phase] = ACTIONS(179),
    [anon_sym_piece] = ACTIONS(179),
    [anon_sym_place] = ACTIONS(179),
    [anon_sym_players] = ACTIONS(179),
    [anon_sym_record] = ACTIONS(179),
    [anon_sym_rule] = ACTIONS(179),
    [anon_sym_scale] = ACTIONS(179),
    [anon_sym_sequence] = ACTIONS(179),
    [anon_sym_state] = ACTIONS(179),
    [anon_sym_table] = ACTIONS(179),
    [anon_sym_variant] = ACTIONS(179),
    [sym__indented] = ACTIONS(181),
    [sym__newline] = ACTIONS(181),
    [anon_sym_LPAREN] = ACTIONS(177),
    [sym_member] = ACTIONS(177),
    [sym_string] = ACTIONS(181),
    [sym_unfinished] = ACTIONS(181),
    [sym_section] = ACTIONS(181),
    [sym_number] = ACTIONS(181),
    [sym_value] = ACTIONS(181),
    [sym_bar] = ACTIONS(181),
    [anon_sym_DASH_GT] = ACTIONS(181),
    [anon_sym_DOT_DOT] = ACTIONS(181),
    [anon_sym_LT_EQ] = ACTIONS(181),
    [anon_sym_GT_EQ] = ACTIONS(181),
    [anon_sym_EQ_EQ] = ACTIONS(181),
    [anon_sym_BANG_EQ] = ACTIONS(181),
    [aux_sym_operator_token1] = ACTIONS(181),
    [sym_bracket] = ACTIONS(181),
    [sym_other] = ACTIONS(181),
    [sym_comment] = ACTIONS(3),
  },
  [25] = {
    [ts_builtin_sym_end] = ACTIONS(177),
    [sym_word] = ACTIONS(181),
    [anon_sym_given] = ACTIONS(181),
    [anon_sym_type] = ACTIONS(181),
    [anon_sym_then] = ACTIONS(181),
    [anon_sym_exception] = ACTIONS(183),
    [anon_sym_action] = ACTIONS(181),
    [anon_sym_assume] = ACTIONS(181),
    [anon_sym_change] = ACTIONS(181),
    [anon_sym_choice] = ACTIONS(181),
    [anon_sym_define] = ACTIONS(181),
    [anon_sym_enum] = ACTIONS(181),
    [anon_sym_erratum] = ACTIONS(181),
    [anon_sym_event] = ACTIONS(181),
    [anon_sym_example] = ACTIONS(181),
    [anon_sym_label] = ACTIONS(181),
    [anon_sym_limit] = ACTIONS(181),
    [anon_sym_modifiers] = ACTIONS(181),
    [anon_sym_path] = ACTIONS(181),
    [anon_sym_phase] = ACTIONS(181),
    [anon_sym_piece] = ACTIONS(181),
    [anon_sym_place] = ACTIONS(181),
    [anon_sym_players] = ACTIONS(181),
    [anon_sym_record] = ACTIONS(181),
    [anon_sym_rule] = ACTIONS(181),
    [anon_sym_scale] = ACTIONS(181),
    [anon_sym_sequence] = ACTIONS(181),
    [anon_sym_state] = ACTIONS(181),
    [anon_sym_table] = ACTIONS(181),
    [anon_sym_variant] = ACTIONS(181),
    [sym__indented] = ACTIONS(181),
    [sym__newline] = ACTIONS(181),
    [anon_sym_LPAREN] = ACTIONS(177),
    [sym_member] = ACTIONS(177),
    [sym_string] = ACTIONS(181),
    [sym_unfinished] = ACTIONS(181),
    [sym_section] = ACTIONS(181),
    [sym_number] = ACTIONS(181),
    [sym_value] = ACTIONS(181),
    [sym_bar] = ACTIONS(181),
    [anon_sym_DASH_GT] = ACTIONS(181),
    [anon_sym_DOT_DOT] = ACTIONS(181),
    [anon_sym_LT_EQ] = ACTIONS(181),
    [anon_sym_GT_EQ] = ACTIONS(181),
    [anon_sym_EQ_EQ] = ACTIONS(181),
    [anon_sym_BANG_EQ] = ACTIONS(181),
    [aux_sym_operator_token1] = ACTIONS(181),
    [sym_bracket] = ACTIONS(181),
    [sym_other] = ACTIONS(181),
    [sym_comment] = ACTIONS(3),
  },
  [26] = {
    [ts_builtin_sym_end] = ACTIONS(177),
    [sym_word] = ACTIONS(179),
    [anon_sym_given] = ACTIONS(179),
    [anon_sym_type] = ACTIONS(185),
    [anon_sym_then] = ACTIONS(179),
    [anon_sym_exception] = ACTIONS(179),
    [anon_sym_action] = ACTIONS(179),
    [anon_sym_assume] = ACTIONS(179),
    [anon_sym_change] = ACTIONS(179),
    [anon_sym_choice] = ACTIONS(179),
    [anon_sym_define] = ACTIONS(179),
    [anon_sym_enum] = ACTIONS(179),
    [anon_sym_erratum] = ACTIONS(179),
    [anon_sym_event] = ACTIONS(179),
    [anon_sym_example] = ACTIONS(179),
    [anon_sym_label] = ACTIONS(179),
    [anon_sym_limit] = ACTIONS(179),
    [anon_sym_modifiers] = ACTIONS(179),
    [anon_sym_path] = ACTIONS(179),
    [anon_sym_phase] = ACTIONS(179),
    [anon_sym_piece] = ACTIONS(179),
    [anon_sym_place] = ACTIONS(179),
    [anon_sym_players] = ACTIONS(179),
    [anon_sym_record] = ACTIONS(179),
    [anon_sym_rule] = ACTIONS(179),
    [anon_sym_scale] = ACTIONS(179),
    [anon_sym_sequence] = ACTIONS(179),
    [anon_sym_state] = ACTIONS(179),
    [anon_sym_table] = ACTIONS(179),
    [anon_sym_variant] = ACTIONS(179),
    [sym__indented] = ACTIONS(181),
    [sym__newline] = ACTIONS(181),
    [anon_sym_LPAREN] = ACTIONS(177),
    [sym_member] = ACTIONS(177),
    [sym_string] = ACTIONS(181),
    [sym_unfinished] = ACTIONS(181),
    [sym_section] = ACTIONS(181),
    [sym_number] = ACTIONS(181),
    [sym_value] = ACTIONS(181),
    [sym_bar] = ACTIONS(181),
    [anon_sym_DASH_GT] = ACTIONS(181),
    [anon_sym_DOT_DOT] = ACTIONS(181),
    [anon_sym_LT_EQ] = ACTIONS(181),
    [anon_sym_GT_EQ] = ACTIONS(181),
    [anon_sym_EQ_EQ] = ACTIONS(181),
    [anon_sym_BANG_EQ] = ACTIONS(181),
    [aux_sym_operator_token1] = ACTIONS(181),
    [sym_bracket] = ACTIONS(181),
    [sym_other] = ACTIONS(181),
    [sym_comment] = ACTIONS(3),
  },
  [27] = {
    [ts_builtin_sym_end] = ACTIONS(177),
    [sym_word] = ACTIONS(187),
    [anon_sym_given] = ACTIONS(187),
    [anon_sym_type] = ACTIONS(187),
    [anon_sym_then] = ACTIONS(187),
    [anon_sym_exception] = ACTIONS(187),
    [anon_sym_action] = ACTIONS(187),
    [anon_sym_assume] = ACTIONS(187),
    [anon_sym_change] = ACTIONS(187),
    [anon_sym_choice] = ACTIONS(187),
    [anon_sym_define] = ACTIONS(187),
    [anon_sym_enum] = ACTIONS(187),
    [anon_sym_erratum] = ACTIONS(187),
    [anon_sym_event] = ACTIONS(187),
    [anon_sym_example] = ACTIONS(187),
    [anon_sym_label] = ACTIONS(187),
    [anon_sym_limit] = ACTIONS(187),
    [anon_sym_modifiers] = ACTIONS(187),
    [anon_sym_path] = ACTIONS(187),
    [anon_sym_phase] = ACTIONS(187),
    [anon_sym_piece] = ACTIONS(187),
    [anon_sym_place] = ACTIONS(187),
    [anon_sym_players] = ACTIONS(187),
    [anon_sym_record] = ACTIONS(187),
    [anon_sym_rule] = ACTIONS(187),
    [anon_sym_scale] = ACTIONS(187),
    [anon_sym_sequence] = ACTIONS(187),
    [anon_sym_state] = ACTIONS(187),
    [anon_sym_table] = ACTIONS(187),
    [anon_sym_variant] = ACTIONS(187),
    [sym__indented] = ACTIONS(181),
    [sym__newline] = ACTIONS(181),
    [anon_sym_LPAREN] = ACTIONS(177),
    [sym_member] = ACTIONS(177),
    [sym_string] = ACTIONS(181),
    [sym_unfinished] = ACTIONS(181),
    [sym_section] = ACTIONS(181),
    [sym_number] = ACTIONS(181),
    [sym_value] = ACTIONS(181),
    [sym_bar] = ACTIONS(181),
    [anon_sym_DASH_GT] = ACTIONS(181),
    [anon_sym_DOT_DOT] = ACTIONS(181),
    [anon_sym_LT_EQ] = ACTIONS(181),
    [anon_sym_GT_EQ] = ACTIONS(181),
    [anon_sym_EQ_EQ] = ACTIONS(181),
    [anon_sym_BANG_EQ] = ACTIONS(181),
    [aux_sym_operator_token1] = ACTIONS(181),
    [sym_bracket] = ACTIONS(181),
    [sym_other] = ACTIONS(181),
    [sym_comment] = ACTIONS(3),
  },
  [28] = {
    [ts_builtin_sym_end] = ACTIONS(177),
    [sym_word] = ACTIONS(181),
    [anon_sym_given] = ACTIONS(181),
    [anon_sym_type] = ACTIONS(181),
    [anon_sym_then] = ACTIONS(181),
    [anon_sym_exception] = ACTIONS(181),
    [anon_sym_action] = ACTIONS(181),
    [anon_sym_assume] = ACTIONS(181),
    [anon_sym_change] = ACTIONS(181),
    [anon_sym_choice] = ACTIONS(181),
    [anon_sym_define] = ACTIONS(181),
    [anon_sym_enum] = ACTIONS(181),
    [anon_sym_erratum] = ACTIONS(181),
    [anon_sym_event] = ACTIONS(181),
    [anon_sym_example] = ACTIONS(181),
    [anon_sym_label] = ACTIONS(181),
    [anon_sym_limit] = ACTIONS(181),
    [anon_sym_modifiers] = ACTIONS(181),
    [anon_sym_path] = ACTIONS(181),
    [anon_sym_phase] = ACTIONS(181),
    [anon_sym_piece] = ACTIONS(181),
    [anon_sym_place] = ACTIONS(181),
    [anon_sym_players] = ACTIONS(181),
    [anon_sym_record] = ACTIONS(181),
    [anon_sym_rule] = ACTIONS(181),
    [anon_sym_scale] = ACTIONS(181),
    [anon_sym_sequence] = ACTIONS(181),
    [anon_sym_state] = ACTIONS(181),
    [anon_sym_table] = ACTIONS(181),
    [anon_sym_variant] = ACTIONS(181),
    [sym__indented] = ACTIONS(181),
    [sym__newline] = ACTIONS(181),
    [anon_sym_LPAREN] = ACTIONS(177),
    [sym_member] = ACTIONS(177),
    [sym_string] = ACTIONS(181),
    [sym_unfinished] = ACTIONS(181),
    [sym_section] = ACTIONS(181),
    [sym_number] = ACTIONS(181),
    [sym_value] = ACTIONS(181),
    [sym_bar] = ACTIONS(181),
    [anon_sym_DASH_GT] = ACTIONS(181),
    [anon_sym_DOT_DOT] = ACTIONS(181),
    [anon_sym_LT_EQ] = ACTIONS(181),
    [anon_sym_GT_EQ] = ACTIONS(181),
    [anon_sym_EQ_EQ] = ACTIONS(181),
    [anon_sym_BANG_EQ] = ACTIONS(181),
    [aux_sym_operator_token1] = ACTIONS(181),
    [sym_bracket] = ACTIONS(181),
    [sym_other] = ACTIONS(181),
    [sym_comment] = ACTIONS(3),
  },
  [29] = {
    [ts_builtin_sym_end] = ACTIONS(189),
    [sym_word] = ACTIONS(191),
    [anon_sym_given] = ACTIONS(191),
    [anon_sym_type] = ACTIONS(191),
    [anon_sym_then] = ACTIONS(191),
    [anon_sym_exception] = ACTIONS(191),
    [anon_sym_action] = ACTIONS(191),
    [anon_sym_assume] = ACTIONS(191),
    [anon_sym_change] = ACTIONS(191),
    [anon_sym_choice] = ACTIONS(191),
    [anon_sym_define] = ACTIONS(191),
    [anon_sym_enum] = ACTIONS(191),
    [anon_sym_erratum] = ACTIONS(191),
    [anon_sym_event] = ACTIONS(191),
    [anon_sym_example] = ACTIONS(191),
    [anon_sym_label] = ACTIONS(191),
    [anon_sym_limit] = ACTIONS(191),
    [anon_sym_modifiers] = ACTIONS(191),
    [anon_sym_path] = ACTIONS(191),
    [anon_sym_phase] = ACTIONS(191),
    [anon_sym_piece] = ACTIONS(191),
    [anon_sym_place] = ACTIONS(191),
    [anon_sym_players] = ACTIONS(191),
    [anon_sym_record] = ACTIONS(191),
    [anon_sym_rule] = ACTIONS(191),
    [anon_sym_scale] = ACTIONS(191),
    [anon_sym_sequence] = ACTIONS(191),
    [anon_sym_state] = ACTIONS(191),
    [anon_sym_table] = ACTIONS(191),
    [anon_sym_variant] = ACTIONS(191),
    [sym__indented] = ACTIONS(191),
    [sym__newline] = ACTIONS(191),
    [anon_sym_LPAREN] = ACTIONS(37),
    [sym_member] = ACTIONS(175),
    [sym_string] = ACTIONS(193),
    [sym_unfinished] = ACTIONS(191),
    [sym_section] = ACTIONS(191),
    [sym_number] = ACTIONS(191),
    [sym_value] = ACTIONS(191),
    [sym_bar] = ACTIONS(191),
    [anon_sym_DASH_GT] = ACTIONS(191),
    [anon_sym_DOT_DOT] = ACTIONS(191),
    [anon_sym_LT_EQ] = ACTIONS(191),
    [anon_sym_GT_EQ] = ACTIONS(191),
    [anon_sym_EQ_EQ] = ACTIONS(191),
    [anon_sym_BANG_EQ] = ACTIONS(191),
    [aux_sym_operator_token1] = ACTIONS(191),
    [sym_bracket] = ACTIONS(191),
    [sym_other] = ACTIONS(191),
    [sym_comment] = ACTIONS(3),
  },
  [30] = {
    [ts_builtin_sym_end] = ACTIONS(177),
    [sym_word] = ACTIONS(181),
    [anon_sym_given] = ACTIONS(181),
    [anon_sym_type] = ACTIONS(181),
    [anon_sym_then] = ACTIONS(181),
    [anon_sym_exception] = ACTIONS(185),
    [anon_sym_action] = ACTIONS(181),
    [anon_sym_assume] = ACTIONS(181),
    [anon_sym_change] = ACTIONS(181),
    [anon_sym_choice] = ACTIONS(181),
    [anon_sym_define] = ACTIONS(181),
    [anon_sym_enum] = ACTIONS(181),
    [anon_sym_erratum] = ACTIONS(181),
    [anon_sym_event] = ACTIONS(181),
    [anon_sym_example] = ACTIONS(181),
    [anon_sym_label] = ACTIONS(181),
    [anon_sym_limit] = ACTIONS(181),
    [anon_sym_modifiers] = ACTIONS(181),
    [anon_sym_path] = ACTIONS(181),
    [anon_sym_phase] = ACTIONS(181),
    [anon_sym_piece] = ACTIONS(181),
    [anon_sym_place] = ACTIONS(181),
    [anon_sym_players] = ACTIONS(181),
    [anon_sym_record] = ACTIONS(181),
    [anon_sym_rule] = ACTIONS(181),
    [anon_sym_scale] = ACTIONS(181),
    [anon_sym_sequence] = ACTIONS(181),
    [anon_sym_state] = ACTIONS(181),
    [anon_sym_table] = ACTIONS(181),
    [anon_sym_variant] = ACTIONS(181),
    [sym__indented] = ACTIONS(181),
    [sym__newline] = ACTIONS(181),
    [anon_sym_LPAREN] = ACTIONS(177),
    [sym_member] = ACTIONS(177),
    [sym_string] = ACTIONS(181),
    [sym_unfinished] = ACTIONS(181),
    [sym_section] = ACTIONS(181),
    [sym_number] = ACTIONS(181),
    [sym_value] = ACTIONS(181),
    [sym_bar] = ACTIONS(181),
    [anon_sym_DASH_GT] = ACTIONS(181),
    [anon_sym_DOT_DOT] = ACTIONS(181),
    [anon_sym_LT_EQ] = ACTIONS(181),
    [anon_sym_GT_EQ] = ACTIONS(181),
    [anon_sym_EQ_EQ] = ACTIONS(181),
    [anon_sym_BANG_EQ] = ACTIONS(181),
    [aux_sym_operator_token1] = ACTIONS(181),
    [sym_bracket] = ACTIONS(181),
    [sym_other] = ACTIONS(181),
    [sym_comment] = ACTIONS(3),
  },
  [31] = {
    [ts_builtin_sym_end] = ACTIONS(195),
    [sym_word] = ACTIONS(197),
    [anon_sym_given] = ACTIONS(197),
    [anon_sym_type] = ACTIONS(197),
    [anon_sym_then] = ACTIONS(197),
    [anon_sym_exception] = ACTIONS(197),
    [anon_sym_action] = ACTIONS(197),
    [anon_sym_assume] = ACTIONS(197),
    [anon_sym_change] = ACTIONS(197),
    [anon_sym_choice] = ACTIONS(197),
    [anon_sym_define] = ACTIONS(197),
    [anon_sym_enum] = ACTIONS(197),
    [anon_sym_erratum] = ACTIONS(197),
    [anon_sym_event] = ACTIONS(197),
    [anon_sym_example] = ACTIONS(197),
    [anon_sym_label] = ACTIONS(197),
    [anon_sym_limit] = ACTIONS(197),
    [anon_sym_modifiers] = ACTIONS(197),
    [anon_sym_path] = ACTIONS(197),
    [anon_sym_phase] = ACTIONS(197),
    [anon_sym_piece] = ACTIONS(197),
    [anon_sym_place] = ACTIONS(197),
    [anon_sym_players] = ACTIONS(197),
    [anon_sym_record] = ACTIONS(197),
    [anon_sym_rule] = ACTIONS(197),
    [anon_sym_scale] = ACTIONS(197),
    [anon_sym_sequence] = ACTIONS(197),
    [anon_sym_state] = ACTIONS(197),
    [anon_sym_table] = ACTIONS(197),
    [anon_sym_variant] = ACTIONS(197),
    [sym__indented] = ACTIONS(197),
    [sym__newline] = ACTIONS(197),
    [sym_member] = ACTIONS(195),
    [sym_string] = ACTIONS(197),
    [sym_unfinished] = ACTIONS(197),
    [sym_section] = ACTIONS(197),
    [sym_number] = ACTIONS(197),
    [sym_value] = ACTIONS(197),
    [sym_bar] = ACTIONS(197),
    [anon_sym_DASH_GT] = ACTIONS(197),
    [anon_sym_DOT_DOT] = ACTIONS(197),
    [anon_sym_LT_EQ] = ACTIONS(197),
    [anon_sym_GT_EQ] = ACTIONS(197),
    [anon_sym_EQ_EQ] = ACTIONS(197),
    [anon_sym_BANG_EQ] = ACTIONS(197),
    [aux_sym_operator_token1] = ACTIONS(197),
    [sym_bracket] = ACTIONS(197),
    [sym_other] = ACTIONS(197),
    [sym_comment] = ACTIONS(3),
  },
  [32] = {
    [ts_builtin_sym_end] = ACTIONS(199),
    [sym_word] = ACTIONS(201),
    [anon_sym_given] = ACTIONS(201),
    [anon_sym_type] = ACTIONS(201),
    [anon_sym_then] = ACTIONS(201),
    [anon_sym_exception] = ACTIONS(201),
    [anon_sym_action] = ACTIONS(201),
    [anon_sym_assume] = ACTIONS(201),
    [anon_sym_change] = ACTIONS(201),
    [anon_sym_choice] = ACTIONS(201),
    [anon_sym_define] = ACTIONS(201),
    [anon_sym_enum] = ACTIONS(201),
    [anon_sym_erratum] = ACTIONS(201),
    [anon_sym_event] = ACTIONS(201),
    [anon_sym_example] = ACTIONS(201),
    [anon_sym_label] = ACTIONS(201),
    [anon_sym_limit] = ACTIONS(201),
    [anon_sym_modifiers] = ACTIONS(201),
    [anon_sym_path] = ACTIONS(201),
    [anon_sym_phase] = ACTIONS(201),
    [anon_sym_piece] = ACTIONS(201),
    [anon_sym_place] = ACTIONS(201),
    [anon_sym_players] = ACTIONS(201),
    [anon_sym_record] = ACTIONS(201),
    [anon_sym_rule] = ACTIONS(201),
    [anon_sym_scale] = ACTIONS(201),
    [anon_sym_sequence] = ACTIONS(201),
    [anon_sym_state] = ACTIONS(201),
    [anon_sym_table] = ACTIONS(201),
    [anon_sym_variant] = ACTIONS(201),
    [sym__indented] = ACTIONS(201),
    [sym__newline] = ACTIONS(201),
    [sym_member] = ACTIONS(199),
    [sym_string] = ACTIONS(201),
    [sym_unfinished] = ACTIONS(201),
    [sym_section] = ACTIONS(201),
    [sym_number] = ACTIONS(201),
    [sym_value] = ACTIONS(201),
    [sym_bar] = ACTIONS(201),
    [anon_sym_DASH_GT] = ACTIONS(201),
    [anon_sym_DOT_DOT] = ACTIONS(201),
    [anon_sym_LT_EQ] = ACTIONS(201),
    [anon_sym_GT_EQ] = ACTIONS(201),
    [anon_sym_EQ_EQ] = ACTIONS(201),
    [anon_sym_BANG_EQ] = ACTIONS(201),
    [aux_sym_operator_token1] = ACTIONS(201),
    [sym_bracket] = ACTIONS(201),
    [sym_other] = ACTIONS(201),
    [sym_comment] = ACTIONS(3),
  },
  [33] = {
    [ts_builtin_sym_end] = ACTIONS(203),
    [sym_word] = ACTIONS(205),
    [anon_sym_given] = ACTIONS(205),
    [anon_sym_type] = ACTIONS(205),
    [anon_sym_then] = ACTIONS(205),
    [anon_sym_exception] = ACTIONS(205),
    [anon_sym_action] = ACTIONS(205),
    [anon_sym_assume] = ACTIONS(205),
    [anon_sym_change] = ACTIONS(205),
    [anon_sym_choice] = ACTIONS(205),
    [anon_sym_define] = ACTIONS(205),
    [anon_sym_enum] = ACTIONS(205),
    [anon_sym_erratum] = ACTIONS(205),
    [anon_sym_event] = ACTIONS(205),
    [anon_sym_example] = ACTIONS(205),
    [anon_sym_label] = ACTIONS(205),
    [anon_sym_limit] = ACTIONS(205),
    [anon_sym_modifiers] = ACTIONS(205),
    [anon_sym_path] = ACTIONS(205),
    [anon_sym_phase] = ACTIONS(205),
    [anon_sym_piece] = ACTIONS(205),
    [anon_sym_place] = ACTIONS(205),
    [anon_sym_players] = ACTIONS(205),
    [anon_sym_record] = ACTIONS(205),
    [anon_sym_rule] = ACTIONS(205),
    [anon_sym_scale] = ACTIONS(205),
    [anon_sym_sequence] = ACTIONS(205),
    [anon_sym_state] = ACTIONS(205),
    [anon_sym_table] = ACTIONS(205),
    [anon_sym_variant] = ACTIONS(205),
    [sym__indented] = ACTIONS(205),
    [sym__newline] = ACTIONS(205),
    [sym_member] = ACTIONS(203),
    [sym_string] = ACTIONS(205),
    [sym_unfinished] = ACTIONS(205),
    [sym_section] = ACTIONS(205),
    [sym_number] = ACTIONS(205),
    [sym_value] = ACTIONS(205),
    [sym_bar] = ACTIONS(205),
    [anon_sym_DASH_GT] = ACTIONS(205),
    [anon_sym_DOT_DOT] = ACTIONS(205),
    [anon_sym_LT_EQ] = ACTIONS(205),
    [anon_sym_GT_EQ] = ACTIONS(205),
    [anon_sym_EQ_EQ] = ACTIONS(205),
    [anon_sym_BANG_EQ] = ACTIONS(205),
    [aux_sym_operator_token1] = ACTIONS(205),
    [sym_bracket] = ACTIONS(205),
    [sym_other] = ACTIONS(205),
    [sym_comment] = ACTIONS(3),
  },
  [34] = {
    [ts_builtin_sym_end] = ACTIONS(199),
    [sym_word] = ACTIONS(201),
    [anon_sym_given] = ACTIONS(201),
    [anon_sym_type] = ACTIONS(201),
    [anon_sym_then] = ACTIONS(201),
    [anon_sym_exception] = ACTIONS(201),
    [anon_sym_action] = ACTIONS(201),
    [anon_sym_assume] = ACTIONS(201),
    [anon_sym_change] = ACTIONS(201),
    [anon_sym_choice] = ACTIONS(201),
    [anon_sym_define] = ACTIONS(201),
    [anon_sym_enum] = ACTIONS(201),
    [anon_sym_erratum] = ACTIONS(201),
    [anon_sym_event] = ACTIONS(201),
    [anon_sym_example] = ACTIONS(201),
    [anon_sym_label] = ACTIONS(201),
    [anon_sym_limit] = ACTIONS(201),
    [anon_sym_modifiers] = ACTIONS(201),
    [anon_sym_path] = ACTIONS(201),
    [anon_sym_phase] = ACTIONS(201),
    [anon_sym_piece] = ACTIONS(201),
    [anon_sym_place] = ACTIONS(201),
    [anon_sym_players] = ACTIONS(201),
    [anon_sym_record] = ACTIONS(201),
    [anon_sym_rule] = ACTIONS(201),
    [anon_sym_scale] = ACTIONS(201),
    [anon_sym_sequence] = ACTIONS(201),
    [anon_sym_state] = ACTIONS(201),
    [anon_sym_table] = ACTIONS(201),
    [anon_sym_variant] = ACTIONS(201),
    [sym__indented] = ACTIONS(201),
    [sym__newline] = ACTIONS(201),
    [sym_member] = ACTIONS(199),
    [sym_string] = ACTIONS(201),
    [sym_unfinished] = ACTIONS(201),
    [sym_section] = ACTIONS(201),
    [sym_number] = ACTIONS(201),
    [sym_value] = ACTIONS(201),
    [sym_bar] = ACTIONS(201),
    [anon_sym_DASH_GT] = ACTIONS(201),
    [anon_sym_DOT_DOT] = ACTIONS(201),
    [anon_sym_LT_EQ] = ACTIONS(201),
    [anon_sym_GT_EQ] = ACTIONS(201),
    [anon_sym_EQ_EQ] = ACTIONS(201),
    [anon_sym_BANG_EQ] = ACTIONS(201),
    [aux_sym_operator_token1] = ACTIONS(201),
    [sym_bracket] = ACTIONS(201),
    [sym_other] = ACTIONS(201),
    [sym_comment] = ACTIONS(3),
  },
  [35] = {
    [ts_builtin_sym_end] = ACTIONS(203),
    [sym_word] = ACTIONS(205),
    [anon_sym_given] = ACTIONS(205),
    [anon_sym_type] = ACTIONS(205),
    [anon_sym_then] = ACTIONS(205),
    [anon_sym_exception] = ACTIONS(205),
    [anon_sym_action] = ACTIONS(205),
    [anon_sym_assume] = ACTIONS(205),
    [anon_sym_change] = ACTIONS(205),
    [anon_sym_choice] = ACTIONS(205),
    [anon_sym_define] = ACTIONS(205),
    [anon_sym_enum] = ACTIONS(205),
    [anon_sym_erratum] = ACTIONS(205),
    [anon_sym_event] = ACTIONS(205),
    [anon_sym_example] = ACTIONS(205),
    [anon_sym_label] = ACTIONS(205),
    [anon_sym_limit] = ACTIONS(205),
    [anon_sym_modifiers] = ACTIONS(205),
    [anon_sym_path] = ACTIONS(205),
    [anon_sym_phase] = ACTIONS(205),
    [anon_sym_piece] = ACTIONS(205),
    [anon_sym_place] = ACTIONS(205),
    [anon_sym_players] = ACTIONS(205),
    [anon_sym_record] = ACTIONS(205),
    [anon_sym_rule] = ACTIONS(205),
    [anon_sym_scale] = ACTIONS(205),
    [anon_sym_sequence] = ACTIONS(205),
    [anon_sym_state] = ACTIONS(205),
    [anon_sym_table] = ACTIONS(205),
    [anon_sym_variant] = ACTIONS(205),
    [sym__indented] = ACTIONS(205),
    [sym__newline] = ACTIONS(205),
    [sym_member] = ACTIONS(203),
    [sym_string] = ACTIONS(205),
    [sym_unfinished] = ACTIONS(205),
    [sym_section] = ACTIONS(205),
    [sym_number] = ACTIONS(205),
    [sym_value] = ACTIONS(205),
    [sym_bar] = ACTIONS(205),
    [anon_sym_DASH_GT] = ACTIONS(205),
    [anon_sym_DOT_DOT] = ACTIONS(205),
    [anon_sym_LT_EQ] = ACTIONS(205),
    [anon_sym_GT_EQ] = ACTIONS(205),
    [anon_sym_EQ_EQ] = ACTIONS(205),
    [anon_sym_BANG_EQ] = ACTIONS(205),
    [aux_sym_operator_token1] = ACTIONS(205),
    [sym_bracket] = ACTIONS(205),
    [sym_other] = ACTIONS(205),
    [sym_comment] = ACTIONS(3),
  },
  [36] = {
    [ts_builtin_sym_end] = ACTIONS(207),
    [sym_word] = ACTIONS(209),
    [anon_sym_given] = ACTIONS(209),
    [anon_sym_type] = ACTIONS(209),
    [anon_sym_then] = ACTIONS(209),
    [anon_sym_exception] = ACTIONS(209),
    [anon_sym_action] = ACTIONS(209),
    [anon_sym_assume] = ACTIONS(209),
    [anon_sym_change] = ACTIONS(209),
    [anon_sym_choice] = ACTIONS(209),
    [anon_sym_define] = ACTIONS(209),
    [anon_sym_enum] = ACTIONS(209),
    [anon_sym_erratum] = ACTIONS(209),
    [anon_sym_event] = ACTIONS(209),
    [anon_sym_example] = ACTIONS(209),
    [anon_sym_label] = ACTIONS(209),
    [anon_sym_limit] = ACTIONS(209),
    [anon_sym_modifiers] = ACTIONS(209),
    [anon_sym_path] = ACTIONS(209),
    [anon_sym_phase] = ACTIONS(209),
    [anon_sym_piece] = ACTIONS(209),
    [anon_sym_place] = ACTIONS(209),
    [anon_sym_players] = ACTIONS(209),
    [anon_sym_record] = ACTIONS(209),
    [anon_sym_rule] = ACTIONS(209),
    [anon_sym_scale] = ACTIONS(209),
    [anon_sym_sequence] = ACTIONS(209),
    [anon_sym_state] = ACTIONS(209),
    [anon_sym_table] = ACTIONS(209),
    [anon_sym_variant] = ACTIONS(209),
    [sym__indented] = ACTIONS(209),
    [sym__newline] = ACTIONS(209),
    [sym_member] = ACTIONS(207),
    [sym_string] = ACTIONS(209),
    [sym_unfinished] = ACTIONS(209),
    [sym_section] = ACTIONS(209),
    [sym_number] = ACTIONS(209),
    [sym_value] = ACTIONS(209),
    [sym_bar] = ACTIONS(209),
    [anon_sym_DASH_GT] = ACTIONS(209),
    [anon_sym_DOT_DOT] = ACTIONS(209),
    [anon_sym_LT_EQ] = ACTIONS(209),
    [anon_sym_GT_EQ] = ACTIONS(209),
    [anon_sym_EQ_EQ] = ACTIONS(209),
    [anon_sym_BANG_EQ] = ACTIONS(209),
    [aux_sym_operator_token1] = ACTIONS(209),
    [sym_bracket] = ACTIONS(209),
    [sym_other] = ACTIONS(209),
    [sym_comment] = ACTIONS(3),
  },
  [37] = {
    [ts_builtin_sym_end] = ACTIONS(211),
    [sym_word] = ACTIONS(213),
    [anon_sym_given] = ACTIONS(213),
    [anon_sym_type] = ACTIONS(213),
    [anon_sym_then] = ACTIONS(213),
    [anon_sym_exception] = ACTIONS(213),
    [anon_sym_action] = ACTIONS(213),
    [anon_sym_assume] = ACTIONS(213),
    [anon_sym_change] = ACTIONS(213),
    [anon_sym_choice] = ACTIONS(213),
    [anon_sym_define] = ACTIONS(213),
    [anon_sym_enum] = ACTIONS(213),
    [anon_sym_erratum] = ACTIONS(213),
    [anon_sym_event] = ACTIONS(213),
    [anon_sym_example] = ACTIONS(213),
    [anon_sym_label] = ACTIONS(213),
    [anon_sym_limit] = ACTIONS(213),
    [anon_sym_modifiers] = ACTIONS(213),
    [anon_sym_path] = ACTIONS(213),
    [anon_sym_phase] = ACTIONS(213),
    [anon_sym_piece] = ACTIONS(213),
    [anon_sym_place] = ACTIONS(213),
    [anon_sym_players] = ACTIONS(213),
    [anon_sym_record] = ACTIONS(213),
    [anon_sym_rule] = ACTIONS(213),
    [anon_sym_scale] = ACTIONS(213),
    [anon_sym_sequence] = ACTIONS(213),
    [anon_sym_state] = ACTIONS(213),
    [anon_sym_table] = ACTIONS(213),
    [anon_sym_variant] = ACTIONS(213),
    [sym__indented] = ACTIONS(213),
    [sym__newline] = ACTIONS(213),
    [sym_member] = ACTIONS(211),
    [sym_string] = ACTIONS(213),
    [sym_unfinished] = ACTIONS(213),
    [sym_section] = ACTIONS(213),
    [sym_number] = ACTIONS(213),
    [sym_value] = ACTIONS(213),
    [sym_bar] = ACTIONS(213),
    [anon_sym_DASH_GT] = ACTIONS(213),
    [anon_sym_DOT_DOT] = ACTIONS(213),
    [anon_sym_LT_EQ] = ACTIONS(213),
    [anon_sym_GT_EQ] = ACTIONS(213),
    [anon_sym_EQ_EQ] = ACTIONS(213),
    [anon_sym_BANG_EQ] = ACTIONS(213),
    [aux_sym_operator_token1] = ACTIONS(213),
    [sym_bracket] = ACTIONS(213),
    [sym_other] = ACTIONS(213),
    [sym_comment] = ACTIONS(3),
  },
  [38] = {
    [ts_builtin_sym_end] = ACTIONS(177),
    [sym_word] = ACTIONS(181),
    [anon_sym_given] = ACTIONS(181),
    [anon_sym_type] = ACTIONS(181),
    [anon_sym_then] = ACTIONS(181),
    [anon_sym_exception] = ACTIONS(181),
    [anon_sym_action] = ACTIONS(181),
    [anon_sym_assume] = ACTIONS(181),
    [anon_sym_change] = ACTIONS(181),
    [anon_sym_choice] = ACTIONS(181),
    [anon_sym_define] = ACTIONS(181),
    [anon_sym_enum] = ACTIONS(181),
    [anon_sym_erratum] = ACTIONS(181),
    [anon_sym_event] = ACTIONS(181),
    [anon_sym_example] = ACTIONS(181),
    [anon_sym_label] = ACTIONS(181),
    [anon_sym_limit] = ACTIONS(181),
    [anon_sym_modifiers] = ACTIONS(181),
    [anon_sym_path] = ACTIONS(181),
    [anon_sym_phase] = ACTIONS(181),
    [anon_sym_piece] = ACTIONS(181),
    [anon_sym_place] = ACTIONS(181),
    [anon_sym_players] = ACTIONS(181),
    [anon_sym_record] = ACTIONS(181),
    [anon_sym_rule] = ACTIONS(181),
    [anon_sym_scale] = ACTIONS(181),
    [anon_sym_sequence] = ACTIONS(181),
    [anon_sym_state] = ACTIONS(181),
    [anon_sym_table] = ACTIONS(181),
    [anon_sym_variant] = ACTIONS(181),
    [sym__indented] = ACTIONS(181),
    [sym__newline] = ACTIONS(181),
    [sym_member] = ACTIONS(177),
    [sym_string] = ACTIONS(181),
    [sym_unfinished] = ACTIONS(181),
    [sym_section] = ACTIONS(181),
    [sym_number] = ACTIONS(181),
    [sym_value] = ACTIONS(181),
    [sym_bar] = ACTIONS(181),
    [anon_sym_DASH_GT] = ACTIONS(181),
    [anon_sym_DOT_DOT] = ACTIONS(181),
    [anon_sym_LT_EQ] = ACTIONS(181),
    [anon_sym_GT_EQ] = ACTIONS(181),
    [anon_sym_EQ_EQ] = ACTIONS(181),
    [anon_sym_BANG_EQ] = ACTIONS(181),
    [aux_sym_operator_token1] = ACTIONS(181),
    [sym_bracket] = ACTIONS(181),
    [sym_other] = ACTIONS(181),
    [sym_comment] = ACTIONS(3),
  },
};

static const uint16_t ts_small_parse_table[] = {
  [0] = 4,
    ACTIONS(215), 1,
      sym_word,
    ACTIONS(219), 1,
      sym_comment,
    STATE(36), 1,
      sym__kind,
    ACTIONS(217), 28,
      anon_sym_given,
      anon_sym_type,
      anon_sym_then,
      anon_sym_exception,
      anon_sym_action,
      anon_sym_assume,
      anon_sym_change,
      anon_sym_choice,
      anon_sym_define,
      anon_sym_enum,
      anon_sym_erratum,
      anon_sym_event,
      anon_sym_example,
      anon_sym_label,
      anon_sym_limit,
      anon_sym_modifiers,
      anon_sym_path,
      anon_sym_phase,
      anon_sym_piece,
      anon_sym_place,
      anon_sym_players,
      anon_sym_record,
      anon_sym_rule,
      anon_sym_scale,
      anon_sym_sequence,
      anon_sym_state,
      anon_sym_table,
      anon_sym_variant,
  [40] = 4,
    ACTIONS(219), 1,
      sym_comment,
    ACTIONS(221), 1,
      sym_word,
    STATE(11), 1,
      sym__kind,
    ACTIONS(217), 28,
      anon_sym_given,
      anon_sym_type,
      anon_sym_then,
      anon_sym_exception,
      anon_sym_action,
      anon_sym_assume,
      anon_sym_change,
      anon_sym_choice,
      anon_sym_define,
      anon_sym_enum,
      anon_sym_erratum,
      anon_sym_event,
      anon_sym_example,
      anon_sym_label,
      anon_sym_limit,
      anon_sym_modifiers,
      anon_sym_path,
      anon_sym_phase,
      anon_sym_piece,
      anon_sym_place,
      anon_sym_players,
      anon_sym_record,
      anon_sym_rule,
      anon_sym_scale,
      anon_sym_sequence,
      anon_sym_state,
      anon_sym_table,
      anon_sym_variant,
  [80] = 2,
    ACTIONS(219), 1,
      sym_comment,
    ACTIONS(223), 29,
      anon_sym_given,
      anon_sym_type,
      anon_sym_then,
      anon_sym_exception,
      anon_sym_action,
      anon_sym_assume,
      anon_sym_change,
      anon_sym_choice,
      anon_sym_define,
      anon_sym_enum,
      anon_sym_erratum,
      anon_sym_event,
      anon_sym_example,
      anon_sym_label,
      anon_sym_limit,
      anon_sym_modifiers,
      anon_sym_path,
      anon_sym_phase,
      anon_sym_piece,
      anon_sym_place,
      anon_sym_players,
      anon_sym_record,
      anon_sym_rule,
      anon_sym_scale,
      anon_sym_sequence,
      anon_sym_state,
      anon_sym_table,
      anon_sym_variant,
      sym_word,
  [115] = 2,
    ACTIONS(219), 1,
      sym_comment,
    ACTIONS(225), 29,
      anon_sym_given,
      anon_sym_type,
      anon_sym_then,
      anon_sym_exception,
      anon_sym_action,
      anon_sym_assume,
      anon_sym_change,
      anon_sym_choice,
      anon_sym_define,
      anon_sym_enum,
      anon_sym_erratum,
      anon_sym_event,
      anon_sym_example,
      anon_sym_label,
      anon_sym_limit,
      anon_sym_modifiers,
      anon_sym_path,
      anon_sym_phase,
      anon_sym_piece,
      anon_sym_place,
      anon_sym_players,
      anon_sym_record,
      anon_sym_rule,
      anon_sym_scale,
      anon_sym_sequence,
      anon_sym_state,
      anon_sym_table,
      anon_sym_variant,
      sym_word,
  [150] = 2,
    ACTIONS(219), 1,
      sym_comment,
    ACTIONS(227), 1,
      ts_builtin_sym_end,
};

static const uint32_t ts_small_parse_table_map[] = {
  [SMALL_STATE(39)] = 0,
  [SMALL_STATE(40)] = 40,
  [SMALL_STATE(41)] = 80,
  [SMALL_STATE(42)] = 115,
  [SMALL_STATE(43)] = 150,
};

static const TSParseActionEntry ts_parse_actions[] = {
  [0] = {.entry = {.count = 0, .reusable = false}},
  [1] = {.entry = {.count = 1, .reusable = false}}, RECOVER(),
  [3] = {.entry = {.count = 1, .reusable = false}}, SHIFT_EXTRA(),
  [5] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 0, 0, 0),
  [7] = {.entry = {.count = 1, .reusable = false}}, SHIFT(3),
  [9] = {.entry = {.count = 1, .reusable = false}}, SHIFT(26),
  [11] = {.entry = {.count = 1, .reusable = false}}, SHIFT(28),
  [13] = {.entry = {.count = 1, .reusable = false}}, SHIFT(30),
  [15] = {.entry = {.count = 1, .reusable = false}}, SHIFT(24),
  [17] = {.entry = {.count = 1, .reusable = false}}, SHIFT(7),
  [19] = {.entry = {.count = 1, .reusable = false}}, SHIFT(2),
  [21] = {.entry = {.count = 1, .reusable = true}}, SHIFT(6),
  [23] = {.entry = {.count = 1, .reusable = false}}, SHIFT(6),
  [25] = {.entry = {.count = 1, .reusable = false}}, SHIFT(37),
  [27] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 1, 0, 0),
  [29] = {.entry = {.count = 1, .reusable = false}}, SHIFT(5),
  [31] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 1, 0, 0),
  [33] = {.entry = {.count = 1, .reusable = false}}, SHIFT(29),
  [35] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 1, 0, 0),
  [37] = {.entry = {.count = 1, .reusable = true}}, SHIFT(31),
  [39] = {.entry = {.count = 1, .reusable = true}}, SHIFT(32),
  [41] = {.entry = {.count = 1, .reusable = false}}, SHIFT(33),
  [43] = {.entry = {.count = 1, .reusable = false}}, SHIFT(8),
  [45] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 1, 0, 1),
  [47] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 1, 0, 1),
  [49] = {.entry = {.count = 1, .reusable = false}}, SHIFT(9),
  [51] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0),
  [53] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(3),
  [56] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(26),
  [59] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(28),
  [62] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(30),
  [65] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(24),
  [68] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(7),
  [71] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(5),
  [74] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(6),
  [77] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(6),
  [80] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(37),
  [83] = {.entry = {.count = 1, .reusable = true}}, SHIFT(8),
  [85] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_line, 1, 0, 0),
  [87] = {.entry = {.count = 1, .reusable = false}}, SHIFT(25),
  [89] = {.entry = {.count = 1, .reusable = false}}, SHIFT(27),
  [91] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_line, 1, 0, 0),
  [93] = {.entry = {.count = 1, .reusable = true}}, SHIFT(13),
  [95] = {.entry = {.count = 1, .reusable = false}}, SHIFT(13),
  [97] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 2, 0, 0),
  [99] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 2, 0, 0),
  [101] = {.entry = {.count = 1, .reusable = true}}, SHIFT(14),
  [103] = {.entry = {.count = 1, .reusable = false}}, SHIFT(14),
  [105] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 2, 0, 1),
  [107] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 2, 0, 1),
  [109] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 3, 0, 5),
  [111] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 3, 0, 5),
  [113] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 2, 0, 5),
  [115] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 2, 0, 5),
  [117] = {.entry = {.count = 1, .reusable = true}}, SHIFT(10),
  [119] = {.entry = {.count = 1, .reusable = false}}, SHIFT(10),
  [121] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_line, 2, 0, 0),
  [123] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_line, 2, 0, 0),
  [125] = {.entry = {.count = 1, .reusable = true}}, SHIFT(15),
  [127] = {.entry = {.count = 1, .reusable = false}}, SHIFT(15),
  [129] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0),
  [131] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(29),
  [134] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(28),
  [137] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0),
  [139] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(14),
  [142] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(14),
  [145] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 2, 0, 0), SHIFT_REPEAT(37),
  [148] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_line, 3, 0, 0),
  [150] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_line, 3, 0, 0),
  [152] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 3, 0, 0),
  [154] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 3, 0, 0),
  [156] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_declaration_repeat2, 2, 0, 0),
  [158] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_declaration_repeat2, 2, 0, 0),
  [160] = {.entry = {.count = 2, .reusable = false}}, REDUCE(aux_sym_declaration_repeat2, 2, 0, 0), SHIFT_REPEAT(7),
  [163] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 3, 0, 1),
  [165] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 3, 0, 1),
  [167] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_declaration, 4, 0, 5),
  [169] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_declaration, 4, 0, 5),
  [171] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_declaration_repeat1, 1, 0, 1),
  [173] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 1, 0, 1),
  [175] = {.entry = {.count = 1, .reusable = true}}, SHIFT(34),
  [177] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__kind, 1, 0, 0),
  [179] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__declares, 1, 0, 0),
  [181] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__kind, 1, 0, 0),
  [183] = {.entry = {.count = 1, .reusable = false}}, SHIFT(42),
  [185] = {.entry = {.count = 1, .reusable = false}}, SHIFT(41),
  [187] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__within, 1, 0, 0),
  [189] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_declaration_repeat1, 1, 0, 0),
  [191] = {.entry = {.count = 1, .reusable = false}}, REDUCE(aux_sym_declaration_repeat1, 1, 0, 0),
  [193] = {.entry = {.count = 1, .reusable = false}}, SHIFT(35),
  [195] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_call, 2, 0, 2),
  [197] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_call, 2, 0, 2),
  [199] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_reference, 2, 0, 3),
  [201] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_reference, 2, 0, 3),
  [203] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_text, 2, 0, 4),
  [205] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_text, 2, 0, 4),
  [207] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_part, 2, 0, 5),
  [209] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_part, 2, 0, 5),
  [211] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_operator, 1, 0, 0),
  [213] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_operator, 1, 0, 0),
  [215] = {.entry = {.count = 1, .reusable = false}}, SHIFT(36),
  [217] = {.entry = {.count = 1, .reusable = false}}, SHIFT(38),
  [219] = {.entry = {.count = 1, .reusable = true}}, SHIFT_EXTRA(),
  [221] = {.entry = {.count = 1, .reusable = false}}, SHIFT(11),
  [223] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__declares, 2, 0, 0),
  [225] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__within, 2, 0, 0),
  [227] = {.entry = {.count = 1, .reusable = true}},  ACCEPT_INPUT(),
};

#ifdef __cplusplus
extern "C" {
#endif
#ifdef TREE_SITTER_HIDE_SYMBOLS
#define TS_PUBLIC
#elif defined(_WIN32)
#define TS_PUBLIC __declspec(dllexport)
#else
#define TS_PUBLIC __attribute__((visibility("default")))
#endif

TS_PUBLIC const TSLanguage *tree_sitter_regola(void) {
  static const TSLanguage language = {
    .version = LANGUAGE_VERSION,
    .symbol_count = SYMBOL_COUNT,
    .alias_count = ALIAS_COUNT,
    .token_count = TOKEN_COUNT,
    .external_token_count = EXTERNAL_TOKEN_COUNT,
    .state_count = STATE_COUNT,
    .large_state_count = LARGE_STATE_COUNT,
    .production_id_count = PRODUCTION_ID_COUNT,
    .field_count = FIELD_COUNT,
    .max_alias_sequence_length = MAX_ALIAS_SEQUENCE_LENGTH,
    .parse_table = &ts_parse_table[0][0],
    .small_parse_table = ts_small_parse_table,
    .small_parse_table_map = ts_small_parse_table_map,
    .parse_actions = ts_parse_actions,
    .symbol_names = ts_symbol_names,
    .field_names = ts_field_names,
    .field_map_slices = ts_field_map_slices,
    .field_map_entries = ts_field_map_entries,
    .symbol_metadata = ts_symbol_metadata,
    .public_symbol_map = ts_symbol_map,
    .alias_map = ts_non_terminal_alias_map,
    .alias_sequences = &ts_alias_sequences[0][0],
    .lex_modes = ts_lex_modes,
    .lex_fn = ts_lex,
    .keyword_lex_fn = ts_lex_keywords,
    .keyword_capture_token = sym_word,
    .primary_state_ids = ts_primary_state_ids,
  };
  return &language;
}
#ifdef __cplusplus
}
#endif
