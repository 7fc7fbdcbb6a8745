// Sets and draws cards. Shaping and drawing are WebAssembly and the faces are packages: the same bytes on every machine.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { drawCard } from '../theme/card.ts';
import type { Card, Setting } from '../theme/card.ts';
import { graphemesOf } from '../theme/card-lines.ts';

/** Of each package that draws a file by which it is found. */
export const pressFiles = {
  harfbuzzjs: 'harfbuzzjs',
  '@resvg/resvg-wasm': '@resvg/resvg-wasm/index_bg.wasm',
  '@expo-google-fonts/noto-serif-sc': '@expo-google-fonts/noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf',
  '@expo-google-fonts/source-serif-4': '@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf',
  '@expo-google-fonts/noto-emoji': '@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf',
} as const;

/** A card as PNG; nothing where its title is in a script that no face of ours has. */
export type Press = (card: Card) => Uint8Array | undefined;

export async function openPress(): Promise<Press> {
  const [hb, { initWasm, Resvg }] = await Promise.all([import('harfbuzzjs'), import('@resvg/resvg-wasm')]);
  const { resolve } = createRequire(import.meta.url);
  const read = (file: string): Buffer => readFileSync(resolve(file));
  await initWasm(read(pressFiles['@resvg/resvg-wasm']));

  const toFace = (name: keyof typeof pressFiles, weight: string) => {
    const face = new hb.Face(new hb.Blob(read(pressFiles[name].replaceAll('700Bold', weight))));
    return { font: new hb.Font(face), scale: 1 / face.upem };
  };
  const toFaces = (weight: string) => ({
    han: toFace('@expo-google-fonts/noto-serif-sc', weight),
    latin: toFace('@expo-google-fonts/source-serif-4', weight),
    emoji: toFace('@expo-google-fonts/noto-emoji', weight),
  });
  type Faces = ReturnType<typeof toFaces>;
  type Face = Faces[keyof Faces];
  const faces = { bold: toFaces('700Bold'), regular: toFaces('400Regular') };
  /** Two full-width marks in a row take the room of one and a half. */
  const squeezed = [new hb.Feature('chws', 1)];

  const holds = ({ font }: Face, character: string): boolean =>
    [...character].every((part) => invisible.test(part) || font.nominalGlyph(part.codePointAt(0)!) !== undefined);
  const faceOf = (character: string, order: readonly Face[]): Face | undefined =>
    order.find((face) => holds(face, character));
  const orderOf = ({ han, latin, emoji }: Faces, character: string, isHan: boolean): readonly Face[] => {
    if (pictured.test(character)) return [emoji, han, latin];
    return isHan ? [han, latin, emoji] : [latin, han, emoji];
  };

  /** A text in runs of one face each. A rare Han character gets the printer's mark for a missing type, a rare sign nothing. */
  function toRuns(text: string, own: Faces, isHan: boolean): { face: Face; text: string }[] {
    const runs: { face: Face; text: string }[] = [];
    for (const character of graphemesOf(text.replace(apostrophe, '\u02bc'))) {
      const held = faceOf(character, orderOf(own, character, isHan));
      const shown = held ? character : /\p{sc=Han}/u.test(character) ? '〓' : '';
      const face = held ?? own.han;
      const last = runs.at(-1);
      if (last?.face === face) last.text += shown;
      else if (shown !== '') runs.push({ face, text: shown });
    }
    return runs;
  }

  function shape({ font, scale }: Face, text: string, language: string): Setting {
    const buffer = new hb.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setLanguage(language);
    hb.shape(font, buffer, squeezed);
    const glyphs = buffer.getGlyphInfosAndPositions();
    return {
      width: glyphs.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0) * scale,
      shapes(from) {
        let x = from;
        return glyphs.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
          const at = [scale, 0, 0, -scale, x + xOffset * scale, -yOffset * scale];
          x += xAdvance * scale;
          return `<path transform="matrix(${at.join(' ')})" d="${font.glyphToPath(codepoint)}"/>`;
        });
      },
    };
  }

  return (card) => {
    const isHan = wide.test(card.title);
    const all = Object.values(faces.bold);
    const isUnset = graphemesOf(card.title).some((character) => unsaid.test(character) && !faceOf(character, all));
    if (isUnset) return undefined;
    const svg = drawCard(card, (text, weight) => {
      const settings = toRuns(text, faces[weight], isHan).map((run) => shape(run.face, run.text, card.language));
      return {
        width: settings.reduce((sum, { width }) => sum + width, 0),
        shapes(from) {
          let x = from;
          return settings.flatMap(({ width, shapes }) => {
            x += width;
            return shapes(x - width);
          });
        },
      };
    });
    const drawing = new Resvg(svg);
    const image = drawing.render();
    try {
      return image.asPng();
    } finally {
      image.free();
      drawing.free();
    }
  };
}

/** Titles in Chinese and Japanese take their marks as wide as their characters. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Within a word it is none of those marks. */
const apostrophe = /(?<=\p{sc=Latin})’(?=\p{sc=Latin})/gu;
/** What has no shape of its own. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** What is a picture rather than a sign. */
const pictured = /\p{Emoji_Presentation}|\ufe0f/u;
/** Letters that are not Han: without them a title says something else. */
const unsaid = /(?!\p{sc=Han})[\p{L}\p{M}]/u;
