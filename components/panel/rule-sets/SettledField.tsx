import type { Signal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { TextField } from '#components/kit/forms/TextField.tsx';

interface SettledFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onInput' | 'isCode'> {
  readonly input: Signal<string>;
  readonly onSettle: () => void;
}

/** A field whose text is applied on blur or Enter. */
export function SettledField({ input, onSettle, ...field }: SettledFieldProps) {
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
        value={input.value}
        isCode
        onInput={(text) => {
          input.value = text;
        }}
      />
    </form>
  );
}
