// The shape of rules for the colours and the outline of Helix, Zed and Neovim; `make tree-sitter` makes src/ of it. Which
// words are the language's own is said in the queries, which editors/generate.py writes, and what is wrong by `regola lsp`:
// here every line is taken as it comes, so that nothing half-written changes what stands below it.
"use strict";

// What begins a declaration at the beginning of a line, and what has a name and stands in one.
const { declares, within } = require("./declares.json");

const SECTION = /"[^"\\\r\n]*"|[0-9A-Za-z][\p{L}\p{N}_.-]*/;
const MORE = /"[^"\\\r\n]*"|[0-9]+(\.[0-9]+)*[a-z]?/;

/** Any word, those that declare among them, shown as a node of another name. */
const word = ($, node) => choice(alias($.word, node), alias($._kind, node));

/** A word that declares, and the name behind it. */
const named = ($, kind) => seq(field("kind", alias(kind, $.kind)), field("name", word($, $.name)));

module.exports = grammar({
  name: "regola",
  word: ($) => $.word,
  extras: ($) => [/[ \t\u00a0\u200b]/, $.comment],
  inline: ($) => [$._token],

  rules: {
    source_file: ($) => repeat(choice($.declaration, $.line, $._newline)),

    declaration: ($) => prec.right(seq(choice(named($, $._declares), $._token), repeat($._token), repeat($.line))),
    line: ($) => prec.right(seq($._indented, optional($.part), repeat($._token))),
    part: ($) => named($, $._within),
    _declares: () => prec.right(1, choice(seq("given", "type"), seq("then", "exception"), ...declares)),
    _within: () => prec.right(1, choice(seq("then", "exception"), ...within)),
    _kind: () => choice("type", "then", ...new Set([...declares, ...within])),

    // Empty lines belong to the line that follows them.
    _indented: () => token(/\r?\n([ \t]*\r?\n)*[ \t]+/),
    _newline: () => token(/\r?\n([ \t]*\r?\n)*/),

    _token: ($) =>
      choice(
        $.text,
        $.string,
        $.unfinished,
        $.section,
        $.call,
        $.reference,
        $.member,
        $.word,
        alias($._kind, $.word),
        $.number,
        $.value,
        $.bar,
        $.operator,
        $.bracket,
        $.other,
      ),

    // it "Una pedina"
    text: ($) => prec(1, seq(field("language", alias($.word, $.language)), $.string)),
    // min(a, b)
    call: ($) => prec(1, seq(field("name", word($, $.function)), token.immediate("("))),
    // u.side.other
    reference: ($) => prec(1, seq(word($, $.object), $.member)),
    member: () => token.immediate(/\.[\p{L}_][\p{L}\p{N}_]*/),

    word: () => /\p{L}[\p{L}\p{N}_]*([-\/][\p{L}\p{N}_]+)*/,
    string: () => /"([^"\\\r\n]|\\[^\r\n])*"/,
    unfinished: () => /"([^"\\\r\n]|\\[^\r\n])*\\?/,
    section: () => token(seq("@", /[ \t]*/, SECTION, repeat(seq(/[ \t]*,[ \t]*@?[ \t]*/, MORE)))),
    number: () => /[0-9]+(\.[0-9]+)?/,
    value: () => /[0-9][\p{L}\p{N}_]*([-\/:][\p{L}\p{N}_]+)*/,
    bar: () => "|",
    operator: () => choice("->", "..", "<=", ">=", "==", "!=", /[-+*\/=<>\\]/),
    bracket: () => /[(){}\[\],:]/,
    other: () => token(prec(-1, /\S/)),
    comment: () => token(/#[^\r\n]*/),
  },
});
