import type { EncryptedText, EncryptedTextStore } from '#core/identity/session-vault';

/** A store in memory that can be set to fail, as IndexedDB does in some private windows. */
export function createVaultStore() {
  let stored: EncryptedText | undefined;
  let isBroken = false;
  const step = async <Value>(run: () => Value): Promise<Value> => {
    if (isBroken) throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    return run();
  };
  const store: EncryptedTextStore = {
    read: () => step(() => stored),
    replace: (text) =>
      step(() => {
        stored = text;
      }),
    remove: () =>
      step(() => {
        stored = undefined;
      }),
  };
  return {
    store,
    stored: () => stored,
    damage: () => {
      if (stored !== undefined) new Uint8Array(stored.data).fill(0);
    },
    setBroken: (value: boolean) => {
      isBroken = value;
    },
  };
}
