import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard';

afterEach(() => vi.unstubAllGlobals());

test('a text is copied by the clipboard where there is one', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('tessela_token')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('tessela_token');
});

test.each([undefined, { writeText: () => Promise.reject(new Error('not allowed')) }])(
  'without HTTPS it is copied from a field within the open dialog, which is gone then',
  async (clipboard) => {
    vi.stubGlobal('navigator', { clipboard });
    document.body.innerHTML = '<dialog open><button>Copy</button></dialog>';
    document.querySelector('button')?.focus();
    let selected = '';
    document.execCommand = vi.fn(() => {
      selected = document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value ?? '';
      return true;
    });
    expect(await copyText('tessela_token')).toBe(true);
    expect(selected).toBe('tessela_token');
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Copy');
  },
);

test('what could not be copied is not said to be', async () => {
  vi.stubGlobal('navigator', {});
  document.execCommand = vi.fn(() => false);
  expect(await copyText('tessela_token')).toBe(false);
});
