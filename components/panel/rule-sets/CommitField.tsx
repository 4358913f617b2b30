import type { Signal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { TextField } from '#components/kit/forms/TextField.tsx';

interface CommitFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onInput' | 'isCode'> {
  readonly input: Signal<string>;
  readonly onCommit: () => void;
}

/** A field whose text is applied on blur or Enter. */
export function CommitField({ input, onCommit, ...field }: CommitFieldProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCommit();
      }}
      onFocusOut={onCommit}
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
