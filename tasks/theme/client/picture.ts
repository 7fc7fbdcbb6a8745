// Makes a small copy of a picture for this browser's storage, so that later pages show it without a request.

/** In pixels: twice the size of the largest place that shows the picture. */
const side = 128;

/** Returns a `data:` address; undefined if the picture is missing, or if its host does not allow pages to read it. */
export async function copyPicture(address: string): Promise<string | undefined> {
  const image = new Image();
  // Without CORS the canvas cannot be read. Without `no-referrer` the host would learn the address of this page.
  image.crossOrigin = 'anonymous';
  image.referrerPolicy = 'no-referrer';
  image.src = address;
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = side;
    const { naturalWidth: width, naturalHeight: height } = image;
    const square = Math.min(width, height);
    canvas
      .getContext('2d')!
      .drawImage(image, (width - square) / 2, (height - square) / 2, square, square, 0, 0, side, side);
    return canvas.toDataURL('image/webp', 0.85);
  } catch {
    return undefined;
  }
}
