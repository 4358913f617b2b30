import type { InlineConfig, Plugin } from 'vite';
import { terserBuild } from './terser-build';

/** Documentation fields of definitions, on which no verdict depends. */
const DOCUMENTATION = new Set([
  'interpretation',
  'text',
  'note',
  'examples',
  'sample',
  'violation',
  'violations',
  'headline',
]);
const DEFINITIONS = /\/lib\/core\/telemetry\/(?:definitions\/[^/]+|vocabulary|envelope)\.ts$/;

/** Shrinks the bundle of the background, which the browser restarts for alarms and messages. */
export function shrinkBackground(entrypoints: readonly { readonly name: string }[], config: InlineConfig): void {
  if (!entrypoints.some(({ name }) => name === 'background')) return;
  config.plugins = [
    ...(config.plugins ?? []),
    nativeBrowser,
    undocumentedDefinitions,
    withoutCallOrigins,
    withoutRecordDetails,
  ];
  config.build = { ...config.build, ...terserBuild({ passes: 4, hoist_funs: true }) };
}

/** Omits the polyfill. All APIs that the background calls return promises in all supported browsers. */
export const nativeBrowser: Plugin = {
  name: 'native-browser',
  enforce: 'pre',
  resolveId(id) {
    return id === '@wxt-dev/webextension-polyfill/browser' ? this.resolve('@wxt-dev/browser') : null;
  },
};

/** Empties the documentation in definitions of telemetry. The background only counts verdicts. */
export const undocumentedDefinitions: Plugin = {
  name: 'undocumented-definitions',
  transform(code, id) {
    if (!DEFINITIONS.test(id)) return null;
    return { code: withoutDocumentation(code, (text) => this.parse(text)), map: null };
  },
};

/** Removes the parsers of call stacks and user actions, because the background only counts calls. */
export const withoutCallOrigins = replaceModules('without-call-origins', [
  [
    /\/lib\/core\/wire\/(?:stack-frames|user-action)\.ts$/,
    `
      import * as z from '#core/util/zod';
      export const readStackFrames = () => [];
      export const userActionSchema = z.unknown();
    `,
  ],
]);

/**
 * Removes the search for leaked options, the sharing of equal parts, and the matching of requests with DevTools.
 * The background only counts events of pages, and no panel is open meanwhile: the end of a request is in its records.
 */
export const withoutRecordDetails = replaceModules('without-record-details', [
  [/\/lib\/core\/journey\/sticky-options\.ts$/, 'export const createStickyOptions = () => ({ findLeaks: () => [] });'],
  [
    /\/lib\/core\/journey\/json-interner\.ts$/,
    'export const createJsonInterner = () => ({ intern: (json) => json, clear() {} });',
  ],
  [
    /\/lib\/core\/journey\/request-matcher\.ts$/,
    `export const createRequestMatcher = () => ({
      addFromPage: () => null, setPageEnd: (_id, end) => end, pageEndState: () => 'unknown',
      unfinished: () => new Set(), evictUnmatchable() {},
    });`,
  ],
  [/\/lib\/core\/journey\/values\/long-values\.ts$/, 'export const hasLongValues = () => false;'],
]);

/** Creates a plugin that replaces the code of modules. */
function replaceModules(name: string, modules: readonly (readonly [path: RegExp, code: string])[]): Plugin {
  return {
    name,
    transform(_code, id) {
      const code = modules.find(([path]) => path.test(id))?.[1];
      return code === undefined ? null : { code, map: null };
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Documentation extends Pick<Node, 'start' | 'end'> {
  /** Code of the replacement. */
  readonly empty: string;
}

/** Replaces each text, list and object that is only documentation by an empty value. */
function withoutDocumentation(code: string, parse: (code: string) => unknown): string {
  return findDocumentation(parse(code))
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, empty }) => text.slice(0, start) + empty + text.slice(end), code);
}

function findDocumentation(value: unknown): readonly Documentation[] {
  if (Array.isArray(value)) return value.flatMap(findDocumentation);
  if (!isNode(value)) return [];
  const documentation = documentationIn(value);
  const empty = documentation === null ? null : emptyValue(documentation);
  if (documentation === null || empty === null) return Object.values(value).flatMap(findDocumentation);
  const others = Object.values(value)
    .flat()
    .filter((child) => child !== documentation);
  return [{ start: documentation.start, end: documentation.end, empty }, ...others.flatMap(findDocumentation)];
}

function documentationIn(node: Node & Record<string, unknown>): (Node & Record<string, unknown>) | null {
  if (node.type === 'CallExpression' && isNamed(node.callee, 'withNote')) {
    const { arguments: callArguments } = node;
    return Array.isArray(callArguments) && isNode(callArguments[1]) ? callArguments[1] : null;
  }
  if (node.type !== 'Property' || node.shorthand === true || node.computed === true) return null;
  return isNode(node.value) && [...DOCUMENTATION].some((name) => isNamed(node.key, name)) ? node.value : null;
}

/** Returns code of an empty value of the same type, or `null` for an expression that must stay. */
function emptyValue(node: Node & Record<string, unknown>): string | null {
  switch (node.type) {
    case 'CallExpression':
      return isNamed(node.callee, 'message') ? "''" : null;
    case 'Literal':
      return "''";
    case 'ArrayExpression':
      return '[]';
    case 'ObjectExpression':
      return '{}';
    default:
      return null;
  }
}

function isNode(value: unknown): value is Node & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function isNamed(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value.name === name;
}
