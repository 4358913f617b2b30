/** Holds back what arrives until everything is ready for it; then lets it through in the order of its coming. */
export interface Gate {
  pass(work: () => void): void;
  open(): void;
}

export function createGate(): Gate {
  let held: (() => void)[] | null = [];
  return {
    pass(work) {
      if (held) held.push(work);
      else work();
    },
    open() {
      const works = held ?? [];
      held = null;
      for (const work of works) work();
    },
  };
}
