import { parseJson } from '#core/json/json';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';

/**
 * A string that only its own key decrypts.
 * The key cannot be exported: not even the extension's own code reads its bytes.
 */
export interface EncryptedText {
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Storage of one encrypted text. Each method is a single transaction. */
export interface EncryptedTextStore {
  read(): Promise<unknown>;
  /** Replaces the stored key and text. */
  replace(text: EncryptedText): Promise<void>;
  remove(): Promise<void>;
}

export interface SessionVaultDeps {
  readonly store: EncryptedTextStore;
  readonly crypto: VaultCrypto;
}

type VaultCrypto = Pick<Crypto, 'subtle' | 'getRandomValues'>;

/** An encrypted value that outlives the browser. */
export interface SessionVault {
  /** Succeeds with `undefined` if nothing is stored. Fails with 'unavailable' if the store itself fails. */
  read(): Promise<Result<unknown, 'unavailable' | 'undecryptable'>>;
  write(value: unknown): Promise<void>;
  clear(): Promise<void>;
}

const ALGORITHM = 'AES-GCM';
const KEY_BITS = 256;
/** NIST SP 800-38D, section 5.2.1.1. */
const IV_BYTES = 12;

const encryptedSchema = z.object({
  key: z.instanceof(CryptoKey),
  iv: z.instanceof(Uint8Array),
  data: z.instanceof(ArrayBuffer),
});

/**
 * Stores sessions encrypted, with a new key for each write.
 * A replaced text can't be decrypted any more.
 */
export function createSessionVault({ store, crypto }: SessionVaultDeps): SessionVault {
  return {
    async read() {
      let stored: unknown;
      try {
        stored = await store.read();
      } catch {
        return fail('unavailable');
      }
      if (stored === undefined) return succeed(undefined);
      try {
        return succeed(await decrypt(crypto, stored));
      } catch {
        return fail('undecryptable');
      }
    },
    write: async (value) => store.replace(await encrypt(crypto, JSON.stringify(value))),
    clear: () => store.remove(),
  };
}

async function encrypt(crypto: VaultCrypto, text: string): Promise<EncryptedText> {
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: KEY_BITS }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, new TextEncoder().encode(text));
  return { key, iv, data };
}

async function decrypt(crypto: VaultCrypto, stored: unknown): Promise<unknown> {
  const { key, iv, data } = encryptedSchema.parse(stored);
  const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: new Uint8Array(iv) }, key, data);
  return parseJson(new TextDecoder().decode(text));
}
