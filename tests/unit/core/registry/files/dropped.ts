import type { DroppedFile } from '#core/registry/files/limits';

/** A file as a browser hands it over. */
export function dropped(name: string, content: string | object, size?: number): DroppedFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { name, size: size ?? text.length, text: async () => text };
}
