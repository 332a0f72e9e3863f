import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TextArea } from '../../../web/ui/fields/text-area.tsx';
import { TextField } from '../../../web/ui/fields/text-field.tsx';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();

function Fields() {
  const [remark, setRemark] = useState('');
  const [topic, setTopic] = useState('');
  return (
    <>
      <TextArea label="Remark" value={remark} onValueChange={setRemark} limit={500} />
      <TextField label="Topic" value={topic} onChange={(event) => setTopic(event.target.value)} />
    </>
  );
}

describe.each(['Remark', 'Topic'])('text that is pasted into a %s', (label) => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'execCommand');
  });
  function paste(text: string) {
    // The one part of a browser that happy-dom has not.
    const insert = vi.fn(() => true);
    document.execCommand = insert;
    render(<Fields />);
    const isBrowsers = fireEvent.paste(screen.getByLabelText(label), { clipboardData: { getData: () => text } });
    return { insert, isBrowsers };
  }

  it('comes without what nobody sees, which is said until the field is left', () => {
    const { insert, isBrowsers } = paste('Good\u0000 \u202ework');
    expect(insert).toHaveBeenCalledWith('insertText', false, 'Good work');
    expect(isBrowsers).toBe(false);
    expect(screen.getByRole('status').textContent).toBe('2 characters that cannot be seen were left out.');
    fireEvent.blur(screen.getByLabelText(label));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is the browser’s to put in where all of it is seen', () => {
    const { insert, isBrowsers } = paste('Good\r\n work');
    expect(insert).not.toHaveBeenCalled();
    expect(isBrowsers).toBe(true);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
