import { escapeForTerminalLine } from './terminal-text';

const WORD_JOINER = '\u2060';
/**
 * Text that renderers convert to a link, a mention or a reference to an issue (GFM, section 6.9).
 * A zero-width character separates the parts, because some renderers resolve character references first.
 */
const AUTOLINK = /www(?=\.)|:(?=\/\/)|@|#(?=\w)|(?<=\bGH)-(?=\d)|(?:mailto|xmpp):/gi;

/** Escapes the text of an event or a response, so that it becomes neither HTML nor links nor cells. */
export function escapeMarkdown(text: string): string {
  return escapeForTerminalLine(text)
    .replace(AUTOLINK, `$&${WORD_JOINER}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\](){}#!|~@:$]/g, (character) => `&#${character.charCodeAt(0)};`);
}
