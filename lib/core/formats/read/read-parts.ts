import { type Message, message } from '#core/util/message';
import type { HarBodies } from './har-bodies';
import type { InputLayout } from './input-layout';
import { type InputPart, InputReader } from './input-reader';
import { Utf8Reader } from './utf8-reader';

/** Bytes that are scanned in one go: what comes of them is used before the next. */
const SCAN_BYTES = 64 * 1024;

/** What of an input was read at one time. */
export type InputStep = InputPart | { readonly type: 'remark'; readonly message: Message } | { readonly type: 'end' };

/**
 * Reads an input in UTF-8, of whatever layout, in steps. The last step is the end.
 * HAR entries come with the bodies of their requests decoded.
 *
 * @param layout if it is known
 */
export async function* readParts(
  chunks: AsyncIterable<Uint8Array>,
  bodies: HarBodies,
  layout: InputLayout | null = null,
): AsyncGenerator<readonly InputStep[]> {
  const reader = new InputReader(layout);
  const utf8 = new Utf8Reader();
  const steps = ({ text, invalidLines }: ReturnType<Utf8Reader['read']>) => [
    ...invalidLines.map(
      (line): InputPart => ({ type: 'fault', line, column: 1, fault: message('import.fault.invalidUtf8') }),
    ),
    ...reader.push(text),
  ];
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += SCAN_BYTES) {
      yield await bodies.decode(steps(utf8.read(chunk.subarray(from, from + SCAN_BYTES))));
    }
  }
  yield await bodies.decode([...steps(utf8.end()), ...reader.end()]);
  yield [...bodies.remarks().map((remark) => ({ type: 'remark', message: remark }) as const), { type: 'end' }];
}
