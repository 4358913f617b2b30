import { fail, type Result, succeed } from '../result';

/**
 * The body of an answer as text, read no further than `limit` bytes: a wrong address may lead to a download without end.
 * Rejects as `fetch` does when the connection breaks or its signal aborts.
 */
export async function boundedText(response: Response, limit: number): Promise<Result<string, 'too-long'>> {
  if (response.body === null) return succeed('');
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return fail('too-long');
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return succeed(text + decoder.decode());
}
