// PNG files and the compressor in them: an inflate written apart gets every byte back, and so,
// where it is there, does Python's zlib; pictures in pages are well-formed.

#include "report/deflate.h"
#include "report/huffman.h"
#include "report/page.h"
#include "report/png.h"

#include "support/files.h"
#include "support/markup.h"
#include "support/png_reader.h"
#include "support/random.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

// Returns the size of the stream.
static size_t CheckRoundTrip(const uint8_t* bytes, size_t count) {
    size_t size = 0;
    uint8_t* packed = Deflate_Compress(bytes, count, &size);
    uint8_t* out = calloc(count + 1, 1);
    assert_non_null(out);
    assert_int_equal(Inflate(packed, size, out, count), count);
    assert_memory_equal(out, bytes, count);
    // A stream that is not this one must not pass.
    packed[size - 1] ^= 1;
    assert_true(Inflate(packed, size, out, count) == SIZE_MAX);
    free(out);
    free(packed);
    return size;
}

// Random letters of an alphabet, with repetitions of random lengths and distances.
static void FillBytes(Random* random, int alphabet, int repeats, uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count;) {
        if (i > 0 && Random_Below(random, 100) < repeats) {
            const size_t far = i < 40000 ? i : 40000;
            const size_t distance = 1 + (size_t)Random_Below(random, (int)far);
            for (int n = Random_Between(random, 3, 400); n > 0 && i < count; --n, ++i) {
                bytes[i] = bytes[i - distance];
            }
        } else {
            bytes[i++] = (uint8_t)Random_Below(random, alphabet);
        }
    }
}

static void TestRoundTrips(void** state) {
    (void)state;
    enum { MOST = 300000 };
    uint8_t* bytes = calloc(MOST, 1);
    assert_non_null(bytes);
    CheckRoundTrip(bytes, 0);
    assert_true(CheckRoundTrip(bytes, MOST) < 1000); // all zero
    Random random = {11};
    for (int round = 0; round < 40; ++round) {
        const size_t count = (size_t)(round < 20 ? round : Random_Below(&random, MOST));
        FillBytes(&random, 1 + Random_Below(&random, 256), round % 3 * 5, bytes, count);
        CheckRoundTrip(bytes, count);
    }
    FillBytes(&random, 256, 0, bytes, MOST);
    assert_true(CheckRoundTrip(bytes, MOST) < MOST + MOST / 100); // noise
    free(bytes);
}

// Counts that grow as Fibonacci numbers make the longest codes: they must keep to the limit and
// still be complete.
static void TestLengths(void** state) {
    (void)state;
    uint32_t counts[40] = {1, 1};
    for (int i = 2; i < 40; ++i) {
        counts[i] = counts[i - 1] + counts[i - 2];
    }
    for (int limit = 6; limit <= 15; ++limit) {
        uint8_t lengths[40];
        uint32_t room = 0;
        Huffman_Lengths(counts, 40, limit, lengths);
        for (int i = 0; i < 40; ++i) {
            assert_in_range(lengths[i], 1, limit);
            room += 1u << (limit - lengths[i]);
        }
        assert_int_equal(room, 1u << limit);
    }
}

// A gradient with a disc.
static Picture MakePicture(int width, int height) {
    Picture picture = Picture_Create(width, height);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            uint8_t* at = Picture_At(&picture, x, y);
            const bool inside = (x - 30) * (x - 30) + (y - 20) * (y - 20) < 200;
            at[0] = (uint8_t)(inside ? 200 : x + y);
            at[1] = (uint8_t)(inside ? 20 : 2 * y);
            at[2] = (uint8_t)(inside ? 30 : x * y / 50);
        }
    }
    return picture;
}

static void TestPng(void** state) {
    (void)state;
    static const int sizes[5][2] = {{1, 1}, {1, 77}, {133, 1}, {64, 48}, {641, 233}};
    for (int i = 0; i < 5; ++i) {
        Picture picture = MakePicture(sizes[i][0], sizes[i][1]);
        size_t size = 0;
        int width = 0, height = 0;
        uint8_t* bytes = Png_Encode(&picture, &size);
        uint8_t* rgb = PngReader_Read(bytes, size, &width, &height);
        assert_non_null(rgb);
        assert_int_equal(width, sizes[i][0]);
        assert_int_equal(height, sizes[i][1]);
        assert_memory_equal(rgb, picture.rgb, 3 * (size_t)width * (size_t)height);
        free(rgb);
        for (size_t at = 0; at < size; at += 1 + size / 50) {
            bytes[at] ^= 4;
            assert_null(PngReader_Read(bytes, size, &width, &height));
            bytes[at] ^= 4;
        }
        free(bytes);
        Picture_Destroy(&picture);
    }
}

// zlib and CRC-32 of Python, which know nothing of ours.
static void TestPython(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "picture.png");
    Picture picture = MakePicture(300, 200);
    assert_true(Png_Write(&picture, path));
    Picture_Destroy(&picture);
    char command[2000];
    snprintf(command, sizeof(command),
             "python3 -c 'import sys,struct,zlib\n"
             "b=open(sys.argv[1],\"rb\").read();i=8;data=b\"\"\n"
             "while i<len(b):\n"
             " n,=struct.unpack(\">I\",b[i:i+4]);k=b[i+4:i+8];d=b[i+8:i+8+n]\n"
             " assert zlib.crc32(k+d)==struct.unpack(\">I\",b[i+8+n:i+12+n])[0]\n"
             " data+=d if k==b\"IDAT\" else b\"\";i+=12+n\n"
             "assert len(zlib.decompress(data))==200*901' '%s'",
             path);
    const bool there = system("python3 -c 'import zlib' 2>/dev/null") == 0;
    const int code = there ? system(command) : 0;
    TestFolder_Remove(&folder);
    if (!there) {
        skip();
    }
    assert_int_equal(code, 0);
}

static void TestPagePictures(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "page.html");
    Picture picture = MakePicture(40, 30);
    Page page;
    assert_true(Page_Open(&page, path, "title", NULL));
    Page_Section(&page, "Pictures");
    Page_Picture(&page, &picture, "what is <seen> & \"not\"", "a caption", "big \"one\".html");
    const PagePicture items[2] = {{&picture, "left", "first", NULL},
                                  {&picture, "right", NULL, "x"}};
    Page_Pictures(&page, items, 2, NULL);
    assert_true(Page_Close(&page, "selvage"));
    Picture_Destroy(&picture);
    char* text = TestFile_Read(path, NULL);
    assert_null(Markup_Fault(text));
    assert_int_equal(Markup_Count(text, "src=\"data:image/png;base64,iVBORw0KGgo"), 3);
    assert_int_equal(Markup_Count(text, "<a href=\""), 2);
    assert_int_equal(Markup_Count(text, "<figcaption>"), 2);
    assert_int_equal(Markup_Count(text, "http"), 0);
    free(text);
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestRoundTrips),   cmocka_unit_test(TestLengths),
        cmocka_unit_test(TestPng),          cmocka_unit_test(TestPython),
        cmocka_unit_test(TestPagePictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
