import type { Page } from 'playwright';
import * as z from '#core/util/zod';

const storedSchema = z.array(z.object({ userId: z.string(), accessToken: z.string(), refreshToken: z.string() }));
export type StoredTokens = z.infer<typeof storedSchema>[number];

/**
 * Returns the tokens in the extension's memory storage.
 * They are read in an extension page, because no other page has access.
 */
export async function readStoredTokens(extensionPage: Page): Promise<readonly StoredTokens[]> {
  const stored: unknown = await extensionPage.evaluate(
    "chrome.storage.session.get('identity.sessions').then((all) => all['identity.sessions']?.list ?? [])",
  );
  return storedSchema.parse(stored);
}
