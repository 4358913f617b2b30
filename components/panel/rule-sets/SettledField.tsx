import type { Signal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { TextField } from '#components/kit/forms/TextField.tsx';

interface SettledFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onInput' | 'isCode'> {
  readonly typed: Signal<string>;
  readonly onSettle: () => void;
}

/** A field whose text is applied on blur or Enter. */
export function SettledField({ typed, onSettle, ...field }: SettledFieldProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSettle();
      }}
      onFocusOut={onSettle}
    >
      <TextField
        {...field}
        value={typed.value}
        isCode
        onInput={(text) => {
          typed.value = text;
        }}
      />
    </form>
  );
}
