import type { EncryptedText, EncryptedTextStore } from '#core/identity/session-vault';

/** Creates a store in memory that can be set to fail, as IndexedDB does in some private windows. */
export function createVaultStore() {
  let stored: EncryptedText | undefined;
  let isBroken = false;
  const access = async <Value>(run: () => Value): Promise<Value> => {
    if (isBroken) throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    return run();
  };
  const store: EncryptedTextStore = {
    read: () => access(() => stored),
    replace: (text) =>
      access(() => {
        stored = text;
      }),
    remove: () =>
      access(() => {
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
