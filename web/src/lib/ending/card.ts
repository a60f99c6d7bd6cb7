// A picture as a file: the drawing that is on the page, with the tiles it uses and the type it is set in.

const SVG = 'http://www.w3.org/2000/svg';

/** Everything that a drawing refers to, and what that refers to: tiles, motifs, glazes. */
function needed(drawing: Element): Element[] {
  const found = new Map<string, Element>();
  const gather = (within: Element): void => {
    for (const one of within.querySelectorAll('*'))
      for (const { value } of one.attributes)
        for (const [, id] of value.matchAll(/(?:^|url\()#([\w-]+)/g)) {
          const target = document.getElementById(id!);
          if (!target || found.has(id!) || drawing.contains(target)) continue;
          found.set(id!, target);
          gather(target);
        }
  };
  gather(drawing);
  return [...found.values()];
}

/** The faces of the type in a drawing, as text that a file can carry. */
async function faces(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => [rule, sheet] as const));
  const latin = rules.filter(
    ([rule]) =>
      rule instanceof CSSFontFaceRule &&
      /Fraunces|Figtree/.test(rule.cssText) &&
      /U\+0+-0*FF|U\+0-FF/i.test(rule.cssText),
  );
  const each = latin.map(async ([rule, sheet]) => {
    const style = (rule as CSSFontFaceRule).style;
    const [, address] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src')) ?? [];
    const file = await (await fetch(new URL(address!, sheet.href ?? location.href))).blob();
    const family = style.getPropertyValue('font-family');
    return `@font-face{font-family:${family};font-weight:100 900;src:url(${await asText(file)})}`;
  });
  return (await Promise.all(each)).join('');
}

const asText = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('a file could not be read'));
    reader.readAsDataURL(file);
  });

/** A drawing of the page as an SVG file that needs nothing else. */
export async function svgOf(drawing: SVGSVGElement): Promise<string> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  for (const one of [copy, ...copy.querySelectorAll('*')]) one.removeAttribute('class');
  const defs = document.createElementNS(SVG, 'defs');
  const style = document.createElementNS(SVG, 'style');
  style.textContent = await faces();
  defs.append(style, ...needed(drawing).map((one) => one.cloneNode(true)));
  copy.prepend(defs);
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('width', String(copy.viewBox.baseVal.width));
  copy.setAttribute('height', String(copy.viewBox.baseVal.height));
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/g, '');
}

/** An SVG file as a PNG of the same size. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave nothing'))), 'image/png'),
  );
}
