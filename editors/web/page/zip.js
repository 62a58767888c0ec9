// Folders as zip files: written without compression, read with what the browser unpacks.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function checksum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = TABLE[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/** A zip file of some texts by their path. */
export function packed(files) {
  const parts = [];
  const listed = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [name, text].map((one) => new TextEncoder().encode(one));
    // Version 2.0, names in UTF-8, stored as it is, 1 January 1980: the same files are the same bytes.
    const common = [[20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [checksum(data), 4], [data.length, 4], [data.length, 4], [path.length, 2], [0, 2]];
    const head = numbers([[0x04034b50, 4], ...common]);
    listed.push(numbers([[0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), path);
    parts.push(head, path, data);
    at += head.length + path.length + data.length;
  }
  const size = listed.reduce((sum, one) => sum + one.length, 0);
  const count = Object.keys(files).length;
  return new Blob([...parts, ...listed, numbers([[0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]])]);
}

function numbers(fields) {
  const bytes = [];
  for (const [value, width] of fields) for (let place = 0; place < width; place += 1) bytes.push((value >>> (8 * place)) & 0xff);
  return Uint8Array.from(bytes);
}

const MOST = 5_000_000; // bytes of one file

/** The texts in a zip file, by their path. */
export async function unpacked(buffer) {
  const look = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (end >= 0 && look.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return {};
  const found = {};
  let at = look.getUint32(end + 16, true);
  for (let left = look.getUint16(end + 10, true); left > 0 && look.getUint32(at, true) === 0x02014b50; left -= 1) {
    const [size, full, width] = [look.getUint32(at + 20, true), look.getUint32(at + 24, true), look.getUint16(at + 28, true)];
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, width));
    const local = look.getUint32(at + 42, true);
    const start = local + 30 + look.getUint16(local + 26, true) + look.getUint16(local + 28, true);
    if (!name.endsWith("/") && full <= MOST) {
      const blob = new Blob([new Uint8Array(buffer, start, size)]);
      const stream = look.getUint16(at + 10, true) === 8 ? blob.stream().pipeThrough(new DecompressionStream("deflate-raw")) : blob.stream();
      found[name] = await new Response(stream).text();
    }
    at += 46 + width + look.getUint16(at + 30, true) + look.getUint16(at + 32, true);
  }
  return found;
}
