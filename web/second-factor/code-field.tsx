import * as z from 'zod/mini';
import { FormText } from '../forms/fields.tsx';
import type { FormState } from '../forms/use-form.ts';

export const requiredText = z.string().check(z.minLength(1, 'Required.'));

export type CodeKind = 'app' | 'recovery';

/** A form with the code alone. */
export const codeSchema = z.object({ code: requiredText });
export interface CodeFormValues {
  code: string | null;
}

/** The code of an app, or a recovery code. Phones offer the digits keyboard and the code that they have received. */
export function CodeField<V extends CodeFormValues>({ form, kind }: { form: FormState<V>; kind: CodeKind }) {
  return kind === 'app' ? (
    <FormText
      form={form}
      name="code"
      label="Code"
      hint="Six digits, as the app shows them now."
      expected="Required."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
    />
  ) : (
    <FormText
      form={form}
      name="code"
      label="Recovery code"
      hint="Six groups of four, with or without dashes. Each code works once."
      expected="Required."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}
