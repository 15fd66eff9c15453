// What is on screen as a PNG for a slide: the SVG of it, drawn large.

import { viewSvg } from "./svg.js";

const LEAST_PIXELS = 1600; // of width
const MOST_PIXELS = 8000; // of either side; some browsers draw nothing on larger canvases

export async function viewPicture(view) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(viewSvg(view))}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const ratio = Math.min(Math.max(1, LEAST_PIXELS / width), MOST_PIXELS / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
