import { FormText } from '../forms/fields.tsx';
import type { Form } from '../forms/use-form.ts';

export type CodeKind = 'app' | 'recovery';

/** The code of an app, or a recovery code, as it is typed or pasted. Phones offer the digits keyboard, and what they know. */
export function CodeField<V extends { code: string | null }>({ form, kind }: { form: Form<V>; kind: CodeKind }) {
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
      hint="Six groups of four, with or without dashes. Each code counts once."
      expected="Required."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}
