import { fail, type Result, succeed } from '#core/util/result';

/** The beginning of a body, or all of it. */
export interface TextPart {
  readonly text: string;
  readonly isComplete: boolean;
}

/**
 * Reads the body of a response as text, up to `limit` bytes.
 * Without a limit, a wrong URL may lead to an endless download.
 * Rejects as `fetch` does when the connection breaks or its signal aborts.
 */
export async function readTextUpTo(response: Response, limit: number): Promise<TextPart> {
  if (response.body === null) return { text: '', isComplete: true };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const room = limit - size;
    size += chunk.value.byteLength;
    text += decoder.decode(chunk.value.subarray(0, room), { stream: true });
    if (size > limit) {
      await reader.cancel();
      return { text, isComplete: false };
    }
  }
  return { text: text + decoder.decode(), isComplete: true };
}

/** Returns the whole body as text, or a failure if the body is longer than `limit` bytes. */
export async function readBoundedText(response: Response, limit: number): Promise<Result<string, 'too-long'>> {
  const { text, isComplete } = await readTextUpTo(response, limit);
  return isComplete ? succeed(text) : fail('too-long');
}
