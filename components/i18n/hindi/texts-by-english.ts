import { compiledOf } from '#core/telemetry/compiled';
import { allFields, type Field } from '#core/telemetry/fields';
import { generalInterpretations } from '#core/telemetry/interpretations';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { formatNoteTail, quoteText } from '#core/telemetry/wording';

/** What the definitions say, in one language. */
export interface DefinitionTexts {
  readonly kinds: Readonly<Record<EventKind, KindTexts>>;
  /** By the path of the field in an event. */
  readonly envelope: Readonly<Record<string, FieldTexts>>;
  /** By the English name of the type. */
  readonly types: Readonly<Record<string, string>>;
  /** By the English word. */
  readonly headlines: Readonly<Record<string, string>>;
  /** By the English point. */
  readonly readings: Readonly<Record<string, readonly [point: string, reading: string]>>;
  readonly emptyString: string;
}

interface KindTexts {
  readonly summary: string;
  readonly reading?: string;
  /** By the path of the field, `data.items.*.obj`. */
  readonly fields: Readonly<Record<string, FieldTexts>>;
  /** By the path of the field, in the order of the definition. */
  readonly rules?: Readonly<Record<string, readonly string[]>>;
  /** Defaults in words, by the path of the field. */
  readonly defaults?: Readonly<Record<string, string>>;
}

type FieldTexts = readonly [note: string, reading?: string];

/**
 * A text of the definitions in English, and what it is in the other language.
 * `undefined` where that is not there.
 */
export type TextPair = readonly [english: string, other: string | undefined];

/** The texts by the English text that a definition or a finding holds. */
export function textsByEnglish(given: readonly TextPair[]): ReadonlyMap<string, string> {
  const pairs = given.flatMap(([english, other]): readonly (readonly [string, string])[] =>
    other === undefined
      ? []
      : [
          [english, other],
          [formatNoteTail(english), other.replace(/।$/, '')],
        ],
  );
  return new Map(pairs.reverse());
}

/**
 * Every text of the definitions, but for the fields around `edata`.
 * The reference page does not show them.
 */
export function pairsOf(texts: DefinitionTexts): readonly TextPair[] {
  return [
    ...eventKinds.flatMap((kind) => pairsOfKind(kind, texts.kinds[kind])),
    ...Object.entries(texts.types),
    ...generalInterpretations.flatMap(({ point, reading }): readonly TextPair[] => [
      [point, texts.readings[point]?.[0]],
      [reading, texts.readings[point]?.[1]],
    ]),
    [quoteText(''), texts.emptyString],
  ];
}

function pairsOfKind(kind: EventKind, texts: KindTexts): readonly TextPair[] {
  const { definition, fields } = compiledOf(kind);
  const seen = new Map<string, number>();
  const rules = (definition.rules ?? []).map(({ field, text }): TextPair => {
    const index = seen.get(field) ?? 0;
    seen.set(field, index + 1);
    return [text, texts.rules?.[field]?.[index]];
  });
  return [
    [definition.summary, texts.summary],
    ...(definition.reading === undefined ? [] : [[definition.reading, texts.reading] as const]),
    ...pairsOfFields(fields, texts.fields),
    ...Object.entries(texts.defaults ?? {}).flatMap(([path, other]) => {
      const field = allFields(fields).find((each) => each.path.join('.') === path);
      return field?.defaultText ? [[field.defaultText, other] as const] : [];
    }),
    ...rules,
  ];
}

/** The notes and readings of fields and of all that is in them. */
export function pairsOfFields(
  fields: readonly Field[],
  texts: Readonly<Record<string, FieldTexts>>,
): readonly TextPair[] {
  return allFields(fields).flatMap(({ path, note, reading }): readonly TextPair[] => {
    const [otherNote, otherReading] = texts[path.join('.')] ?? [];
    return [
      ...(note === '' ? [] : [[note, otherNote] as const]),
      ...(reading === null ? [] : [[reading, otherReading] as const]),
    ];
  });
}
