// The functions of `jpeg-xl.wasm`: frames of DICOM files, decoded by libjxl. `scripts/build-jpeg-xl.mjs` compiles it.

#include <cstdint>
#include <cstdlib>

#include <jxl/decode.h>

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace {

enum Outcome : int32_t {
  kDecoded = 0,
  kDamaged = 1,
  kTruncated = 2,
  // size, number of components or precision differ from the DICOM header
  kOtherShape = 3,
  // the frame was not made from a JPEG
  kNoJpeg = 4,
};

struct Buffer {
  uint8_t* data = nullptr;
  size_t size = 0;

  bool Resize(size_t wanted) {
    auto* moved = static_cast<uint8_t*>(realloc(data, wanted));
    if (moved == nullptr) return false;
    data = moved;
    size = wanted;
    return true;
  }
  void Free() {
    free(data);
    data = nullptr;
    size = 0;
  }
};

Buffer input;
Buffer output;
uint32_t precision = 0;

struct Shape {
  uint32_t columns, rows, samples, max_bits;
};

// DICOM encodes each frame by itself, without transparency.
bool IsExpected(const JxlBasicInfo& info, const Shape& shape) {
  return info.xsize == shape.columns && info.ysize == shape.rows &&
         info.num_color_channels == shape.samples && info.num_extra_channels == 0 &&
         info.exponent_bits_per_sample == 0 && info.bits_per_sample >= 1 &&
         info.bits_per_sample <= shape.max_bits && !info.have_animation && !info.have_preview;
}

// A lossy frame of a colour space that only an ICC profile describes is converted to sRGB; all others keep theirs.
bool ChooseColours(JxlDecoder* decoder, const JxlBasicInfo& info) {
  JxlColorEncoding encoding = {};
  const bool is_known = JxlDecoderGetColorAsEncodedProfile(
                            decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding) == JXL_DEC_SUCCESS;
  if (info.uses_original_profile || is_known) return true;
  JxlColorEncoding srgb = {};
  srgb.color_space = info.num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
  srgb.white_point = JXL_WHITE_POINT_D65;
  srgb.primaries = JXL_PRIMARIES_SRGB;
  srgb.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
  srgb.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
  return JxlDecoderSetOutputColorProfile(decoder, &srgb, nullptr, 0) == JXL_DEC_SUCCESS;
}

bool PrepareSamples(JxlDecoder* decoder, const JxlBasicInfo& info) {
  JxlPixelFormat format = {};
  format.num_channels = info.num_color_channels;
  format.data_type = info.bits_per_sample <= 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16;
  format.endianness = JXL_LITTLE_ENDIAN;
  size_t size = 0;
  if (JxlDecoderImageOutBufferSize(decoder, &format, &size) != JXL_DEC_SUCCESS) return false;
  if (!output.Resize(size)) return false;
  if (JxlDecoderSetImageOutBuffer(decoder, &format, output.data, size) != JXL_DEC_SUCCESS) return false;
  // otherwise libjxl stretches 10 or 12 bits to 16
  JxlBitDepth depth = {};
  depth.type = JXL_BIT_DEPTH_FROM_CODESTREAM;
  return JxlDecoderSetImageOutBitDepth(decoder, &depth) == JXL_DEC_SUCCESS;
}

// Gives the decoder the free space behind the bytes that it has written.
bool ExtendJpeg(JxlDecoder* decoder, size_t wanted) {
  const size_t written = output.size == 0 ? 0 : output.size - JxlDecoderReleaseJPEGBuffer(decoder);
  if (!output.Resize(wanted)) return false;
  return JxlDecoderSetJPEGBuffer(decoder, output.data + written, wanted - written) == JXL_DEC_SUCCESS;
}

Outcome Decode(JxlDecoder* decoder, const Shape& shape, bool as_jpeg) {
  const int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE |
                     (as_jpeg ? JXL_DEC_JPEG_RECONSTRUCTION : 0);
  if (JxlDecoderSubscribeEvents(decoder, events) != JXL_DEC_SUCCESS) return kDamaged;
  // the samples in the order of the codestream: DICOM has attributes for the orientation
  if (JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) != JXL_DEC_SUCCESS) return kDamaged;
  if (JxlDecoderSetInput(decoder, input.data, input.size) != JXL_DEC_SUCCESS) return kDamaged;
  JxlDecoderCloseInput(decoder);
  JxlBasicInfo info = {};
  for (;;) {
    bool is_possible = true;
    switch (JxlDecoderProcessInput(decoder)) {
      case JXL_DEC_BASIC_INFO:
        if (JxlDecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS) return kDamaged;
        if (!IsExpected(info, shape)) return kOtherShape;
        precision = info.bits_per_sample;
        break;
      case JXL_DEC_COLOR_ENCODING:
        is_possible = as_jpeg || ChooseColours(decoder, info);
        break;
      case JXL_DEC_JPEG_RECONSTRUCTION:
        // the JPEG is a quarter larger than the frame
        is_possible = ExtendJpeg(decoder, input.size + input.size / 2 + 4096);
        break;
      case JXL_DEC_JPEG_NEED_MORE_OUTPUT:
        is_possible = ExtendJpeg(decoder, output.size * 2);
        break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        if (as_jpeg) return kNoJpeg;
        is_possible = PrepareSamples(decoder, info);
        break;
      case JXL_DEC_FULL_IMAGE:
        if (as_jpeg) output.size -= JxlDecoderReleaseJPEGBuffer(decoder);
        return kDecoded;
      case JXL_DEC_NEED_MORE_INPUT:
        return kTruncated;
      default:
        return kDamaged;
    }
    if (!is_possible) return kDamaged;
  }
}

}  // namespace

// Where the caller writes a frame of `size` bytes; null without memory.
EXPORT("reserve") uint8_t* reserve(size_t size) { return input.Resize(size) ? input.data : nullptr; }

// Decodes the frame to samples of 8 bits, or of 16 bits if its precision is higher; or restores its JPEG if `as_jpeg`
// is not 0. Returns an Outcome.
EXPORT("decode")
int32_t decode(uint32_t columns, uint32_t rows, uint32_t samples, uint32_t max_bits, int32_t as_jpeg) {
  output.Free();
  JxlDecoder* decoder = JxlDecoderCreate(nullptr);
  if (decoder == nullptr) return kDamaged;
  const Outcome outcome = Decode(decoder, {columns, rows, samples, max_bits}, as_jpeg != 0);
  JxlDecoderDestroy(decoder);
  return outcome;
}

EXPORT("outputAt") uint8_t* outputAt() { return output.data; }
EXPORT("outputBytes") size_t outputBytes() { return output.size; }
// Bits of a sample in the codestream.
EXPORT("bits") uint32_t bits() { return precision; }
EXPORT("release") void release() {
  input.Free();
  output.Free();
}
