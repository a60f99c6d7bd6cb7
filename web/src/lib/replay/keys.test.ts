import { expect, it } from 'vitest';
import { commandOf } from './keys';

const press = (key: string, on: Element | null = document.body, held = {}) =>
  commandOf({ key, altKey: false, ctrlKey: false, metaKey: false, ...held }, on);
function inside(html: string, selector: string): Element {
  const box = document.createElement('div');
  box.innerHTML = html;
  return box.querySelector(selector)!;
}

it('walks by arrows, jumps by Home and End, and from round to round', () => {
  expect(
    ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', ' ', 'ArrowUp', 'a'].map((key) => press(key)),
  ).toEqual(['back', 'forward', 'first', 'last', 'roundBack', 'roundForward', 'toggle', null, null]);
});

it('leaves keys to what has the focus', () => {
  const button = inside('<button><svg></svg></button>', 'svg');
  expect(press(' ', button)).toBeNull();
  expect(press('ArrowRight', button)).toBe('forward');
  expect(press('ArrowRight', inside('<input>', 'input'))).toBeNull();
  expect(press('End', inside('<dialog><p></p></dialog>', 'p'))).toBeNull();
  expect(press('ArrowLeft', document.body, { altKey: true })).toBeNull();
});

it('goes up and down in the list of moves, in a dialog too', () => {
  const move = inside('<dialog><ol data-moves><li></li></ol></dialog>', 'li');
  expect(press('ArrowUp', move)).toBe('back');
  expect(press('ArrowDown', move)).toBe('forward');
});
